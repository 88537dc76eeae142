// Who is in the fight: combatants are selected for the bar below, in the rows of the strip or by their check marks, and a
// number is opened to change it.
// Dispatches "roster:unselecting" on the document before nobody is selected any more.
import { announce, loadLater } from "../shared/page.js";

// A number that is opened to change it is typed at once; Escape leaves it as it is.
document.addEventListener(
  "toggle",
  (e) => {
    if (e.target.matches("[data-change][open]")) e.target.querySelector("[name=value]").focus();
  },
  true,
);
document.addEventListener("keydown", (e) => {
  const details = e.key === "Escape" && e.target.closest("[data-change][open]");
  if (!details) return;
  details.open = false;
  details.querySelector("summary").focus();
});

// Combatants that are selected for the bar: by their check marks, by those of a whole side or group, by Shift for a range,
// by a row of the strip with Ctrl, and by a rectangle on the map. The bar's form has a hidden field for each, since check
// marks are there only while their tab is open.
export const selected = new Set(); // the combatants' ids
let lastPressed = "";

function listMarks(within) {
  return [...(within || document).querySelectorAll("[data-select]")];
}

function isShown(element) {
  return element.getClientRects().length > 0;
}

function listRows() {
  return [...document.querySelectorAll("#strip a[data-who]")].map((row) => ({ row, who: row.dataset.who.split(" ") }));
}

function fillInForm() {
  const chosen = document.querySelector("[data-chosen]");
  if (!chosen && selected.size) loadLater(() => import("./parts.js")).then((each) => each.loadBar());
  if (!chosen) return;
  chosen.replaceChildren(
    ...[...selected].map((id) => Object.assign(document.createElement("input"), { type: "hidden", name: "who", value: id })),
  );
}

function showSelection() {
  fillInForm();
  listRows().forEach(({ row, who }) => {
    const count = who.filter((id) => selected.has(id)).length;
    row.classList.toggle("selected", count === who.length);
    row.classList.toggle("some", count > 0 && count < who.length);
  });
  listMarks().forEach((mark) => {
    mark.checked = selected.has(mark.value);
  });
  document.querySelectorAll("[data-select-all]").forEach((all) => {
    const marks = listMarks(all.closest("[data-members]"));
    const count = marks.filter((mark) => mark.checked).length;
    all.checked = count > 0 && count === marks.length;
    all.indeterminate = count > 0 && count < marks.length;
  });
  document.querySelectorAll("#field .ft[data-handle]").forEach((token) => {
    token.classList.toggle("selected", selected.has(token.dataset.handle));
  });
  showRecipients();
  const words = document.querySelector("[data-selected]");
  const text = `${selected.size} selected`;
  if (words && words.textContent !== text) words.textContent = text;
}

// A group's order goes to those of it that are selected; to all where none is.
function showRecipients() {
  document.querySelectorAll("[data-recipients]").forEach((summary) => {
    const marks = listMarks(summary.parentElement);
    const count = marks.filter((mark) => mark.checked).length;
    const some = count > 0 && count < marks.length;
    summary.textContent = some ? `Order only the ${count} selected` : "Only some of them";
    summary.classList.toggle("some", some);
  });
}

// Who has left the fight is not selected any more.
function keepKnown() {
  const known = new Set(listRows().flatMap(({ who }) => who));
  if (known.size) selected.forEach((id) => known.has(id) || selected.delete(id));
  showSelection();
}

function select(ids, on = true) {
  ids.forEach((id) => (on ? selected.add(id) : selected.delete(id)));
  showSelection();
}

function selectRange(to, on) {
  const marks = listMarks().filter(isShown);
  const ends = [marks.findIndex((mark) => mark.value === lastPressed), marks.indexOf(to)].sort((a, b) => a - b);
  if (ends[0] < 0) return;
  select(
    marks.slice(ends[0], ends[1] + 1).map((mark) => mark.value),
    on,
  );
}

function unselect() {
  if (selected.size) announce("Nobody is selected.");
  document.dispatchEvent(new Event("roster:unselecting"));
  selected.clear();
  closeMenus();
  showSelection();
}

export function closeMenus(but) {
  document.querySelectorAll("[data-pop][open]").forEach((details) => {
    if (details !== but) details.open = false;
  });
}

// A row opens its combatants in their tab, its points so that a change of them can be typed; with Ctrl or Shift it selects
// them. Where the page has no such tab, the row is a link.
function pressRow(e, link) {
  const who = link.dataset.who.split(" ");
  if (e.ctrlKey || e.metaKey || e.shiftKey) {
    select(who, !who.every((id) => selected.has(id)));
    announce(`${selected.size} selected.`);
  } else if (document.querySelector("#tab-who[data-load]")) {
    const changes = who.length === 1 && !!e.target.closest(".hpn");
    document.dispatchEvent(new CustomEvent("row:opened", { detail: { who, changes } }));
  } else {
    return;
  }
  e.preventDefault();
}

// A row of the strip is low for a finger, but as wide as its marks: a tap on them opens it, too.
function findRowOfMarks(target) {
  const marks = target.closest("#strip .strip-body > svg:not(.cols)");
  if (!marks) return null;
  const place = [...document.querySelectorAll("#strip .strip-body > svg:not(.cols)")].indexOf(marks);
  return document.querySelectorAll("#strip a[data-who]")[place] || null;
}

document.addEventListener("click", (e) => {
  const own = e.target.closest("#strip a[data-who]");
  const row = own || findRowOfMarks(e.target);
  if (row && !own) row.focus();
  if (row) pressRow(e, row);
  const mark = e.target.closest("[data-select]");
  const all = e.target.closest("[data-select-all]");
  if (mark) {
    if (e.shiftKey && lastPressed) selectRange(mark, mark.checked);
    select([mark.value], mark.checked);
    lastPressed = mark.value;
  } else if (all) {
    select(
      listMarks(all.closest("[data-members]")).map((each) => each.value),
      all.checked,
    );
  } else if (e.target.closest("[data-choose]")) {
    selected.clear();
    select(e.target.closest("[data-choose]").dataset.choose.split(" "));
    announce(`${selected.size} selected.`);
  } else if (e.target.closest("[data-unselect]")) {
    unselect();
  }
  if (!e.target.closest("[data-map]")) closeMenus(e.target.closest("[data-pop]"));
});
// Escape closes what is open in the bar; only then does it clear the selection.
document.addEventListener(
  "keydown",
  (e) => {
    const details = e.key === "Escape" && document.querySelector("[data-pop][open]");
    if (!details) return;
    e.stopImmediatePropagation();
    closeMenus();
    details.querySelector("summary").focus();
  },
  true,
);
document.addEventListener("map:selected", (e) => {
  const { handles, toggles } = e.detail;
  select(handles, !(toggles && selected.has(handles[0])));
  announce(`${selected.size} selected.`);
});
// What was done is done for all; who is selected stays so for the next press.
document.addEventListener("htmx:afterRequest", (e) => {
  if (e.target.id !== "several" || !e.detail.successful) return;
  ["change", "note", "x", "y", "lead", "modifier", "follows", "bound"].forEach((name) => {
    if (e.target.elements[name]) e.target.elements[name].value = "";
  });
  closeMenus();
});
document.addEventListener("regions:settled", keepKnown);
listMarks().forEach((mark) => mark.checked && selected.add(mark.value)); // as a page that was returned to has them
keepKnown();
