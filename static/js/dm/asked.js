// The keys of what is asked. It is loaded at the first of them by keys.js, which says what can have the focus.

function goToQuestion(canFocus) {
  const all = [...document.querySelectorAll("#prompts .prompt :is(button, a.b, input, summary)")];
  const first = all.find((each) => canFocus(each) && each.type !== "hidden");
  if (first) first.focus();
  return !!first;
}

function findPrompt() {
  return [...document.querySelectorAll("#prompts > .prompt:not(.quiet, .told)")].find((each) => each.checkVisibility());
}

// Enter gives the first answer to what the DM is asked. It goes to a question of somebody else, and to one not filled in yet.
function giveFirstAnswer(canFocus) {
  const prompt = findPrompt();
  if (!prompt) return false;
  const answers = ".b.go, .pick button, .codes button, .ph-foot button";
  const first = [...prompt.querySelectorAll(answers)].find(canFocus);
  const lacks = first && first.form && !first.formNoValidate && first.form.matches(":invalid");
  if (!first || lacks || prompt.dataset.mine === undefined) return goToQuestion(canFocus);
  first.click();
  return true;
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

// Returns whether the question has something for the key.
export function pressKey(key, canFocus) {
  if (key === "Q") return goToQuestion(canFocus);
  return key === "Enter" ? giveFirstAnswer(canFocus) : goToRow(Number(key), canFocus);
}
