// A player's own sheet: what is saved or asked without signal is kept on this phone, and sent when the signal is back.
// The server compares what the player saw, so that nothing is overwritten by it. Without script each form is a page.
import { announce } from "../shared/page.js";

const KEPT = "Kept here, not saved: there is no signal.";
const AGAIN = 4000; // milliseconds

const sheet = () => document.getElementById("own-sheet");
const openForm = () => sheet().querySelector("form.change");
const keyOf = (form) => `sheet ${form.action} ${form.elements.key.value} ${form.elements.path.value}`;

let sending = false;

function read(form) {
  try {
    return JSON.parse(localStorage.getItem(keyOf(form)));
  } catch {
    return null; // a private window, or something else's value
  }
}

function keep(form, typed) {
  try {
    if (typed) localStorage.setItem(keyOf(form), JSON.stringify(typed));
    else localStorage.removeItem(keyOf(form));
  } catch {
    // a private window keeps nothing
  }
}

function showKept(form) {
  const words = form.querySelector("[data-kept]") || document.createElement("p");
  words.className = "wrong";
  words.dataset.kept = "";
  words.textContent = KEPT;
  form.append(words);
}

// Shows the sheet of an answer, or leaves for the page that it is. What is asked of the DM stands at the top.
async function take(answer, id, isAsked) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("own-sheet");
  if (!fresh || new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  sheet().replaceWith(fresh);
  history.replaceState(null, "", answer.url);
  if (answer.ok && isAsked) scrollTo(0, 0);
  else if (answer.ok) announce("Saved.");
  const place = document.getElementById(id);
  const field = openForm()?.querySelector("[name=value]");
  (field || place?.closest("a") || place)?.focus();
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  const body = new FormData(form, button);
  const id = form.id;
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    if (answer.status >= 500) throw new Error(`the server answered ${answer.status}`);
    keep(form, null);
    await take(answer, id, body.has("do"));
  } catch {
    if (form.matches(".change")) {
      keep(form, { value: body.get("value"), why: body.get("why") });
      showKept(form);
    }
    announce(form.matches(".change") ? KEPT : "No signal: nothing was saved.", true);
  } finally {
    sending = false;
  }
}

function sendKept() {
  const form = sheet() && openForm();
  if (form?.querySelector("[data-kept]")) send(form, form.querySelector("button:not([type=button])"));
}

// What was kept when the page was closed stands in its field again.
function restore() {
  const form = openForm();
  const typed = form && read(form);
  if (!typed) return;
  form.elements.value.value = typed.value;
  if (form.elements.why) form.elements.why.value = typed.why;
  showKept(form);
}

document.addEventListener("submit", (e) => {
  const form = e.target.closest("#own-sheet form");
  if (!form || !form.elements.path) return;
  e.preventDefault();
  send(form, e.submitter);
});
document.addEventListener("connection:heard", sendKept);
addEventListener("online", sendKept);
setInterval(sendKept, AGAIN);
restore();
