// The sheet of a character: a value is changed where it stands. Enter saves, Escape restores, Tab saves and goes on.
// Without script each value is a link to the page with its field open.
import "./main.js";
import { announce, loadAndAct, warn } from "../shared/page.js";

const sheet = () => document.getElementById("sheet");
const openForm = () => sheet()?.querySelector("form.change");
// Notes beside figures are left out: Tab goes from figure to figure.
const listValues = () => [...sheet().querySelectorAll("a.edit, a.change-list[id]")].filter((each) => !each.closest(".ability-note"));

let going = false; // one request at a time
let kept = null; // the sheet as it was before a field was opened

// Replaces the sheet by that of an answer, and returns whether the answer has one.
async function take(answer) {
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("sheet");
  if (!fresh) {
    location.reload();
    return false;
  }
  sheet().replaceWith(fresh);
  return true;
}

async function load(address, given) {
  if (going) return null;
  going = true;
  try {
    const answer = await fetch(address, given);
    return (await take(answer)) ? answer : null;
  } catch {
    warn("No signal: try again when it is back.");
    return null;
  } finally {
    going = false;
  }
}

function focusField() {
  const field = openForm()?.querySelector("[name=value], [name=class_], [type=file]");
  if (!field) return;
  field.focus();
  if (field.select && field.type !== "file") field.select();
  if (field.hasAttribute("data-names")) loadAndAct(() => import("../dm/names.js"), (names) => names.showAllChips());
}

function focusValue(id) {
  const value = document.getElementById(id);
  const link = value && (value.matches("a, button") ? value : value.querySelector("a, button"));
  (link || sheet().querySelector("a.edit"))?.focus();
}

async function open(link) {
  const before = sheet().cloneNode(true);
  if (!(await load(link.href))) return;
  kept = { sheet: before, id: link.id };
  focusField();
}

function restore() {
  if (!kept) return;
  sheet().replaceWith(kept.sheet);
  focusValue(kept.id);
  kept = null;
}

// The value that follows one, or that comes before it, as the sheet is read.
function findNext(id, step) {
  const ids = listValues().map((each) => each.id);
  return ids.includes(id) ? document.getElementById(ids[ids.indexOf(id) + step] || id) : null;
}

async function save(form, button, step) {
  const id = form.id;
  const answer = await load(form.action, { method: "POST", body: new FormData(form, button) });
  if (!answer) return;
  if (!answer.ok) {
    focusField();
    return;
  }
  kept = null;
  announce("Saved.");
  const next = step ? findNext(id, step) : null;
  if (next) open(next);
  else focusValue(id);
}

async function press(form, button) {
  const label = button.getAttribute("aria-label").split(":")[0];
  const answer = await load(form.action, { method: "POST", body: new FormData(form, button) });
  if (!answer) return;
  const again = [...sheet().querySelectorAll(".press button")].find((each) => each.getAttribute("aria-label").startsWith(label));
  if (answer.ok) again?.focus();
  else focusField();
}

document.addEventListener("click", (e) => {
  if (e.ctrlKey || e.metaKey || e.shiftKey || e.button !== 0) return;
  const link = e.target.closest("#sheet :is(a.edit, a.change-list[id])");
  const back = kept && e.target.closest("#sheet a[data-restores]");
  if (!link && !back) return;
  e.preventDefault();
  if (back && !openForm()?.querySelector(".wrong")) restore();
  else if (back) load(back.href).then(() => focusValue(kept.id));
  else open(link);
});

document.addEventListener("submit", (e) => {
  const form = e.target.closest("#sheet form:not(.choice)");
  if (!form) return;
  e.preventDefault();
  if (form.matches(".press")) press(form, e.submitter);
  else save(form, e.submitter, 0);
});

document.addEventListener("keydown", (e) => {
  const form = e.target.closest("#sheet form.change");
  if (!form) return;
  const isField = e.target.matches("[name=value]") && !e.target.hidden;
  if (e.key === "Escape") {
    e.preventDefault();
    if (form.querySelector(".wrong")) load(form.querySelector("a[data-restores]").href).then(() => focusValue(form.id));
    else restore();
  } else if (e.key === "Enter" && e.target.matches("select")) {
    e.preventDefault();
    save(form, null, 0);
  } else if (e.key === "Tab" && isField && !form.querySelector(".wrong")) {
    e.preventDefault();
    save(form, null, e.shiftKey ? -1 : 1);
  }
});

if (openForm()) focusField();
