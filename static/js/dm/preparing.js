// The page on which a fight is prepared. A form [data-renews] is sent without leaving the page, one after the other, and the
// parts [data-renewed] of the page that answers take the place of those that are shown. [data-saves] is sent at each change.
// Without script all are plain forms.
import "../battle_map/plan.js";
import { announce } from "../shared/page.js";

const TYPED = "input:not([type=radio]):not([type=checkbox]):not([type=hidden]), textarea";
let sending = Promise.resolve();
let waiting = 0; // forms that are not answered yet
const undone = []; // [form's address, its data] as they were before each change of the map

function say(words) {
  document.getElementById("saved").textContent = words;
}

// Returns whether somebody is typing there: what they type must not be lost.
function isTypedIn(part) {
  const active = document.activeElement;
  return part.contains(active) && active.matches(TYPED) && active.value !== active.defaultValue;
}

function selectorOf(element) {
  if (element.dataset.focus) return `[data-focus="${CSS.escape(element.dataset.focus)}"]`;
  if (element.dataset.handle) return `.ft[data-handle="${CSS.escape(element.dataset.handle)}"]`;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (!element.name) return element.matches("summary") ? `[aria-label="${CSS.escape(element.ariaLabel || "")}"]` : "";
  const value = element.matches("button, [type=radio]") ? `[value="${CSS.escape(element.value)}"]` : "";
  return `[name="${CSS.escape(element.name)}"]${value}`;
}

function keepState(part) {
  const open = [...part.querySelectorAll("details[open][data-keep]")].map((each) => each.dataset.keep);
  const shown = [...part.querySelectorAll("[popover]:popover-open")].map((each) => each.id);
  const scrolled = part.querySelector("[data-keep-scroll]");
  const top = scrolled ? scrolled.scrollTop : 0;
  const active = part.contains(document.activeElement) ? selectorOf(document.activeElement) : "";
  return (fresh) => {
    open.forEach((key) => {
      const same = fresh.querySelector(`details[data-keep="${CSS.escape(key)}"]`);
      if (same) same.open = true;
    });
    shown.forEach((id) => document.getElementById(id)?.showPopover());
    const scroll = fresh.querySelector("[data-keep-scroll]");
    if (scroll) scroll.scrollTop = top;
    if (active) (fresh.querySelector(active) || document.querySelector("[data-search] [name=q]"))?.focus();
  };
}

// The parts of a page that answers are shown, but not one in which somebody types meanwhile.
function showParts(html, isRefused) {
  const page = new DOMParser().parseFromString(html, "text/html");
  if (!page.getElementById("sides")) {
    location.reload();
    return;
  }
  document.querySelectorAll("[data-renewed]").forEach((part) => {
    const fresh = page.getElementById(part.id);
    if (part.innerHTML === fresh.innerHTML || (!isRefused && isTypedIn(part))) return;
    const restore = keepState(part);
    part.innerHTML = fresh.innerHTML;
    restore(part);
  });
  document.dispatchEvent(new Event("regions:settled"));
  const said = document.querySelector(".msgbar");
  if (said) announce(said.querySelector("span").textContent, said.matches(".off"));
}

// While a finger or the mouse is down on the map nothing is drawn again beneath it.
let released = Promise.resolve();
document.addEventListener(
  "pointerdown",
  (e) => {
    if (!e.target.closest("[data-map]")) return;
    released = new Promise((resolve) => {
      const end = () => setTimeout(resolve);
      for (const kind of ["pointerup", "pointercancel"]) document.addEventListener(kind, end, { once: true, capture: true });
    });
  },
  true,
);

// Returns whether a token was moved and is not sent yet: the answer to that shows the page.
function isMoveToCome() {
  return !!document.querySelector(".ft[data-unsent]");
}

// Returns whether the form was taken.
async function send(address, data, isLast) {
  const response = await fetch(address, { method: "POST", body: data });
  const html = await response.text();
  if (response.redirected && new URL(response.url).pathname !== location.pathname) {
    location.assign(response.url);
    return true;
  }
  await released;
  if (isLast() && !isMoveToCome()) showParts(html, !response.ok);
  return response.ok;
}

// Sends what a form holds, once those before it are answered.
function sendInTurn(address, data) {
  waiting += 1;
  say("Saving");
  sending = sending
    .then(() => send(address, data, () => waiting === 1))
    .catch(() => say("Not saved. Try again."))
    .finally(() => {
      waiting -= 1;
    });
  return sending;
}

function isOnMap(form) {
  return form.matches(".all-places, :has([data-draw-line])");
}

// Returns what the server has of a form: the values with which the page came.
function readSaved(form) {
  const data = new FormData(form);
  form.querySelectorAll(TYPED).forEach((field) => data.set(field.name, field.defaultValue));
  return data;
}

function noteForUndo(form) {
  undone.push([form.action, readSaved(form)]);
}

document.addEventListener("submit", (e) => {
  const form = e.target;
  const opener = e.submitter && e.submitter.dataset.opening;
  if (opener) e.submitter.textContent = opener;
  if (!form.matches("[data-renews]") || (e.submitter && e.submitter.hasAttribute("formaction"))) return;
  e.preventDefault();
  if (isOnMap(form)) noteForUndo(form);
  const sent = sendInTurn(form.action, new FormData(form, e.submitter));
  if (form.matches(".adding")) emptySearch(sent);
});
document.addEventListener("change", (e) => {
  const form = e.target.form;
  if (form && form.matches("[data-saves]") && form.reportValidity()) form.requestSubmit();
});

// The search is empty for the next one; what was refused stands there again.
async function emptySearch(sent) {
  const field = document.querySelector("[data-search] [name=q]");
  const text = field ? field.value : "";
  if (!field) return;
  field.value = "";
  field.focus();
  field.form.parentElement.querySelector(".finds")?.remove();
  if ((await sent) === false && !field.value) {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

document.addEventListener("change", (e) => {
  const joins = e.target.name === "side" && e.target.closest(".arrival")?.querySelector("[data-joins]");
  if (joins) joins.textContent = e.target.value;
});

document.addEventListener("click", (e) => {
  const undo = e.target.closest("[data-draw-undo]");
  if (undo && undone.length) sendInTurn(...undone.pop());
});

function showUndo() {
  const button = document.querySelector("[data-draw-undo]");
  if (button) button.disabled = !undone.length;
}

document.addEventListener("regions:settled", showUndo);

// Ctrl Enter opens the table, wherever one is.
document.addEventListener(
  "keydown",
  (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.key !== "Enter") return;
    const button = document.querySelector("[data-opening]");
    e.preventDefault();
    e.stopPropagation();
    if (!button.disabled) button.click();
  },
  true,
);

// A combatant that is moved on the map is filled into the form of places. One without a place is given the one where it is
// drawn: places are for all or for none.
export function sendPlaces(panel, token, place, said) {
  const form = document.querySelector(".all-places");
  const words = panel.querySelector("[data-put-words]");
  noteForUndo(form);
  panel.querySelectorAll(".ft[data-unsent]").forEach((each) => delete each.dataset.unsent);
  panel.querySelectorAll(".ft[data-handle]").forEach((each) => {
    const at = each === token ? place : each.dataset.from.split(", ");
    ["x", "y"].forEach((axis, n) => {
      const input = form.elements[`${axis}.${each.dataset.handle}`];
      if (each === token || !input.value) input.value = at[n];
    });
  });
  words.hidden = false;
  words.textContent = said;
  sendInTurn(form.action, new FormData(form)).then(() => showPlaced(token.dataset.handle));
}

function showPlaced(handle) {
  const token = document.querySelector(`.ft[data-handle="${CSS.escape(handle)}"]`);
  const words = document.querySelector("[data-put-words]");
  if (!token || document.querySelector(".mapbox .msgbar.off")) return;
  words.hidden = false;
  words.textContent = token.getAttribute("aria-label");
}

