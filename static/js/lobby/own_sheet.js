// A player's own sheet. What is saved or asked without signal is kept on this phone with what the player saw, and sent when
// the signal is back: where another changed it meanwhile, the server says so. It belongs to the seat. Without script each
// form is a page.
import { dropOthers, keep, readKept } from "../shared/kept.js";
import { announce, warn } from "../shared/page.js";

const WORDS = "Kept here, not saved: there is no signal.";
const AGAIN = 4000; // milliseconds
const table = `sheet ${location.pathname.split("/").slice(0, 3).join("/")}`;
const own = `${table} ${document.body.dataset.seat}`;
let sending = false;

const sheet = () => document.getElementById("own-sheet");
const openForm = () => sheet().querySelector("form.change");
const keptWords = (form) => form.querySelector("[data-kept]");
const keyOf = (form) => `${own} ${form.elements.key.value} ${form.elements.path.value}`;

function showWords(form) {
  if (keptWords(form)) return;
  const words = document.createElement("p");
  words.className = "wrong";
  words.dataset.kept = "";
  words.textContent = WORDS;
  form.append(words);
  announce(WORDS, true);
}

function keepTyped(form, body) {
  keep(keyOf(form), { value: body.get("value"), why: body.get("why"), seen: body.get("seen") });
  showWords(form);
}

function drop(form) {
  keep(keyOf(form), null);
  keptWords(form)?.remove();
}

// Shows the sheet of an answer, or leaves for the page that it is. What is asked of the DM stands at the top.
async function take(answer, form, isAsked) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("own-sheet");
  if (fresh || answer.redirected) keep(keyOf(form), null);
  if (!fresh || new URL(answer.url).pathname !== location.pathname) {
    location.assign(answer.url);
    return;
  }
  sheet().replaceWith(fresh);
  history.replaceState(null, "", answer.url);
  if (answer.ok && isAsked) fresh.scrollIntoView();
  else if (answer.ok) announce("Saved.");
  (openForm()?.querySelector("[name=value]") || document.getElementById(form.id))?.focus();
}

async function send(form, button) {
  if (sending) return;
  sending = true;
  const body = new FormData(form, button);
  const answer = await fetch(form.action, { method: "POST", body }).catch(() => null);
  sending = false;
  if (answer && answer.status < 500) await take(answer, form, body.has("do"));
  else if (form.matches(".change")) keepTyped(form, body);
  else warn("No signal: nothing was saved.");
}

function sendKept() {
  const form = openForm();
  if (form && keptWords(form)) send(form, form.querySelector("button"));
}

// What was kept when the page was closed stands in its field again.
function restore() {
  const form = openForm();
  const kept = form && readKept(keyOf(form));
  if (!kept) return;
  for (const name of ["value", "why", "seen"]) if (form.elements[name]) form.elements[name].value = kept[name] ?? "";
  showWords(form);
}

document.addEventListener("submit", (e) => {
  const form = e.target.closest("#own-sheet form");
  if (!form || !form.elements.path) return;
  e.preventDefault();
  send(form, e.submitter);
});

// What is typed on is not sent by itself; what is cancelled is not kept.
document.addEventListener("input", (e) => {
  const form = e.target.closest("#own-sheet form.change");
  if (form && keptWords(form)) drop(form);
});
document.addEventListener("click", (e) => {
  if (e.target.closest("#own-sheet a[data-restores]")) drop(openForm());
});
document.addEventListener("connection:heard", sendKept);
addEventListener("online", sendKept);
setInterval(sendKept, AGAIN);
dropOthers(table, own);
restore();
