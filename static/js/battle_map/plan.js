// Drawing of walls, doors and difficult ground on the DM's map, in play and before the fight. A tool that is pressed draws:
// one drags, or taps one place and then another; both snap to the map's step. What was drawn is written as a line into the
// form around the tools, which is sent at once. A tap on a door presses the button that opens or closes it. Dispatches
// "plan:saved" with the page that the form was answered with: detail.ok and .html.
import { addSvg, gap } from "./drawing.js";
import { pan } from "./view.js";

const NEAR = 14; // pixels from a tap to the door it means
const HINTS = {
  wall: "Drag along the wall, or tap its ends.",
  door: "Drag across the door, or tap its ends.",
  rough: "Drag from corner to corner, or tap two corners.",
};
let kind = "";
let start = null;
const before = []; // the lines before each that was drawn

function tools() {
  return document.querySelector("[data-plan-tools]");
}

function drawnMap() {
  return document.querySelector("[data-map]");
}

function say(words) {
  tools().querySelector("[data-draw-words]").textContent = words;
}

function clearSketch() {
  document.querySelectorAll("[data-map] .lasso").forEach((each) => each.remove());
}

function useTool(next) {
  kind = next;
  start = null;
  clearSketch();
  showTools();
  say(HINTS[kind] || "");
  if (kind && drawnMap()) pan(drawnMap(), 0, 0); // from now on the view stays, whatever is drawn
}

// The page may have been drawn again since a tool was pressed.
function showTools() {
  const bar = tools();
  const svg = drawnMap();
  if (!bar || !svg) return;
  bar.hidden = false;
  bar.querySelectorAll("[data-draws]").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.draws === kind));
  });
  const undo = bar.querySelector("[data-draw-undo]");
  if (undo) undo.disabled = !before.length;
  svg.toggleAttribute("data-draw", !!kind);
}

function snap(svg, at) {
  const step = Number(svg.dataset.step);
  return at.map((each) => Math.round(Math.round(each / step) * step * 100) / 100);
}

// Returns the places of a feature between two: difficult ground is a rectangle.
function placesBetween(from, to) {
  return kind === "rough" ? [from, [to[0], from[1]], to, [from[0], to[1]]] : [from, to];
}

function sketch(svg, to) {
  clearSketch();
  const corners = placesBetween(start, to).map((place) => place.join(" "));
  const d = `M${corners.join("L")}${kind === "rough" ? "Z" : ""}`;
  addSvg(svg.querySelector("[data-plane]"), "path", { class: "lasso", d });
  say(`${Math.round(gap(start, to) * 10) / 10} ${svg.dataset.unit}`);
}

function write(from, to) {
  clearSketch();
  if (gap(from, to) === 0) return;
  const bar = tools();
  const field = bar.closest("form").querySelector("[data-draw-line]");
  const hidden = bar.querySelector("[data-draw-hidden]").checked ? "hidden " : "";
  const places = placesBetween(from, to).map((place) => place.join(","));
  const line = `${hidden}${kind} ${places.join(" ")}`;
  if (field.matches("textarea")) {
    before.push(field.value);
    field.value = `${field.value.trimEnd()}\n${line}`.trim();
  } else field.value = line;
  field.form.requestSubmit();
}

document.addEventListener("trace:begin", (e) => {
  if (kind) start = snap(e.target, e.detail.at);
});
document.addEventListener("trace:move", (e) => {
  if (kind && start) sketch(e.target, snap(e.target, e.detail.at));
});
document.addEventListener("trace:end", (e) => {
  if (!kind || !start) return;
  write(start, snap(e.target, e.detail.at));
  start = null;
});
document.addEventListener("trace:tap", (e) => {
  if (!kind) return;
  const at = snap(e.target, e.detail.at);
  if (start) write(start, at);
  start = start && kind !== "wall" ? null : at;
  if (start) say(`From ${start.join(", ")}. ${HINTS[kind]}`);
});

function distanceTo([x, y], [fromX, fromY, toX, toY]) {
  const [across, down] = [toX - fromX, toY - fromY];
  const part = ((x - fromX) * across + (y - fromY) * down) / (across * across + down * down || 1);
  const along = Math.min(1, Math.max(0, part));
  return gap([x, y], [fromX + across * along, fromY + down * along]);
}

document.addEventListener("place:tapped", (e) => {
  const svg = e.target;
  const pixels = svg.getScreenCTM().a;
  const doors = [...svg.querySelectorAll("[data-door]")].map((door) => ({
    id: door.dataset.door,
    far: distanceTo(e.detail.at, door.dataset.ends.split(" ").map(Number)) * pixels,
  }));
  const near = doors.sort((a, b) => a.far - b.far)[0];
  if (!near || near.far > NEAR) return;
  const button = document.querySelector(`[data-turns="${CSS.escape(near.id)}"]`);
  if (button) button.click();
});

document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-draws]");
  if (button) useTool(button.dataset.draws === kind ? "" : button.dataset.draws);
  const undo = e.target.closest("[data-draw-undo]");
  if (!undo || !before.length) return;
  const field = undo.closest("form").querySelector("[data-draw-line]");
  field.value = before.pop();
  field.form.requestSubmit();
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && kind) useTool("");
});
// Before the fight the lines are sent without leaving the page.
document.addEventListener("submit", (e) => {
  const form = e.target;
  if (!form.matches("[data-map-lines]")) return;
  e.preventDefault();
  fetch(form.action, { method: "POST", body: new FormData(form) })
    .then((response) => response.text().then((html) => ({ ok: response.ok, html })))
    .then((detail) => document.dispatchEvent(new CustomEvent("plan:saved", { detail })))
    .catch(() => say("Not saved. Try again."));
});
document.addEventListener("regions:settled", showTools);
showTools();
