// The keys that few presses need: of what is asked, of lists, of forms. keys.js loads them, and says what can have the focus.
import { announce, warn } from "../shared/page.js";

function goToQuestion(canFocus) {
  const all = [...document.querySelectorAll("#prompts .prompt :is(button, a.b, input, summary)")];
  const first = all.find((each) => canFocus(each) && each.type !== "hidden");
  if (first) first.focus();
}

function findPrompt() {
  return [...document.querySelectorAll("#prompts > .prompt:not(.quiet, .told)")].find((each) => each.checkVisibility());
}

// Enter gives the first answer to what the DM is asked. It goes to a question of somebody else, and to one not filled in yet.
function giveFirstAnswer(canFocus) {
  const prompt = findPrompt();
  if (!prompt) return;
  const answers = ".b.go, .pick button, .codes button, .ph-foot button";
  const first = [...prompt.querySelectorAll(answers)].find(canFocus);
  const lacks = first && first.form && !first.formNoValidate && first.form.matches(":invalid");
  if (!first || lacks || prompt.dataset.mine === undefined) goToQuestion(canFocus);
  else first.click();
}

// A number is a row of what is asked: its first control has the focus then. Returns whether there is such a row.
function goToRow(number, canFocus) {
  const prompt = findPrompt();
  const rows = prompt ? [...prompt.querySelectorAll(":is(.pick, .codes) > li, .change, tbody > tr")].filter(canFocus) : [];
  const row = rows[number - 1];
  const first = row && [...row.querySelectorAll("button, input, select, a")].find(canFocus);
  if (first) first.focus();
  return !!first;
}

// A list may stand within an item of another, as the members of a mob do: the innermost item is where one is. The rows of
// the strip come last.
function stepThroughLists(by, canFocus) {
  const lists = ["main [data-list] > *", "#strip [data-list] > *"];
  const items = lists.flatMap((each) => [...document.querySelectorAll(each)]).filter(canFocus);
  if (!items.length) return;
  const here = items.findLastIndex((item) => item.contains(document.activeElement));
  const item = items[Math.max(0, Math.min(items.length - 1, here + by))];
  const inner = [...item.querySelectorAll("a, button, input, summary")].find(canFocus);
  if (!inner) item.tabIndex = -1;
  (inner || item).focus();
}

function toggleCover() {
  const on = document.body.classList.toggle("foes-covered");
  announce(on ? "The foes’ orders are covered." : "The foes’ orders can be read.");
}

// Ctrl Enter is the button that sends the form; a step of an order at which nothing is chosen yet has none.
export function sendForm(form) {
  const button =
    form.querySelector("button.go, button.seal") || form.querySelector("button:not([type=button]):not([name])");
  if (!button) warn("Choose first: there is nothing to send yet.");
  else if (!button.disabled) form.requestSubmit(button);
}

function lookAtMap() {
  const map = document.querySelector("#field [data-map][tabindex]");
  if (!map) return;
  if (!map.checkVisibility() && document.getElementById("tab-field")) location.hash = "tab-field";
  map.scrollIntoView({ block: "nearest" });
  map.focus({ preventScroll: true });
}

export function lookAtColumn(label) {
  const lines = document.querySelectorAll(`[data-clock="${CSS.escape(label)}"]`);
  const line = lines[lines.length - 1]; // a column that was taken back to is there again
  if (!line) return;
  if (!line.checkVisibility() && document.getElementById("tab-log")) location.hash = "tab-log";
  line.tabIndex = -1;
  line.scrollIntoView({ block: "start" });
  line.focus({ preventScroll: true });
}

export function pressKey(key, canFocus) {
  if (key === "M") lookAtMap();
  else if (key === "X") toggleCover();
  else if (key === "Q") goToQuestion(canFocus);
  else if (key === "Enter") giveFirstAnswer(canFocus);
  else if (key === "J" || key === "K") stepThroughLists(key === "J" ? 1 : -1, canFocus);
  else if (!goToRow(Number(key) || 10, canFocus)) lookAtColumn(key === "0" ? "10" : key);
}
