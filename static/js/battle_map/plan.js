// Drawing of walls, doors and difficult ground on the DM's map, in play and before the fight. A tool that is pressed draws:
// one drags, or taps one place and then another; both snap to the map's step. What was drawn is written as a line into the
// form with [data-draw-line], which is sent at once; a tap with Erase takes the nearest out of it. A tap on a door presses
// the button that opens or closes it.
import { addSvg, gap, readNumbers } from "./drawing.js";
import { pan } from "./view.js";

const NEAR = 14; // pixels from a tap to the door it means
const HINTS = {
  wall: "Drag along the wall, or tap its ends.",
  door: "Drag across the door, or tap its ends.",
  rough: "Drag from corner to corner, or tap two corners.",
  erase: "Tap a wall, a door or ground to take it away.",
};
let kind = "";
let start = null;

function tools() {
  return document.querySelector("[data-plan-tools]");
}

function lineField() {
  return document.querySelector("[data-draw-line]");
}

function drawnMap() {
  return document.querySelector("[data-map]");
}

function say(words) {
  document.querySelector("[data-draw-words]").textContent = words;
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
  const move = bar.querySelector("[data-draws='']");
  if (move) move.setAttribute("aria-pressed", String(!kind && !svg.hasAttribute("data-measuring")));
  const words = document.querySelector("[data-drawing]");
  if (words) words.hidden = !kind;
  if (words && kind && !words.textContent.includes(".")) say(HINTS[kind]);
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
  const field = lineField();
  const hidden = document.querySelector("[data-draw-hidden]").checked ? "hidden " : "";
  const places = placesBetween(from, to).map((place) => place.join(","));
  const line = `${hidden}${kind} ${places.join(" ")}`;
  field.value = field.matches("textarea") ? `${field.value.trimEnd()}\n${line}`.trim() : line;
  field.form.requestSubmit();
}

// Takes away what is nearest to a place: of a wall, the piece between two of its ends.
function erase(svg, at) {
  const field = lineField();
  const lines = field.value.split("\n").filter((line) => line.trim());
  const pieces = lines.flatMap((line, n) => piecesOf(line).map((piece) => ({ ...piece, n, far: distanceTo(at, piece.ends) })));
  const inside = pieces.filter((piece) => piece.isGround && isWithin(at, piece.places)).map((piece) => ({ ...piece, far: 0 }));
  const near = [...pieces, ...inside].sort((a, b) => a.far - b.far)[0];
  if (!near || near.far * svg.getScreenCTM().a > NEAR) {
    say("Nothing is drawn there.");
    return;
  }
  lines.splice(near.n, 1, ...near.left);
  field.value = lines.join("\n");
  field.form.requestSubmit();
}

// Returns the pieces of a line, each with what is left of the line without it.
function piecesOf(line) {
  const words = line.trim().split(/\s+/);
  const places = words.filter((word) => word.includes(",")).map(readNumbers);
  const isGround = words.includes("rough");
  const corners = isGround ? [...places, places[0]] : places;
  const write = (some) => (some.length > 1 ? [`${words.filter((word) => !word.includes(",")).join(" ")} ${some.join(" ")}`] : []);
  return corners.slice(1).map((place, n) => ({
    isGround,
    places,
    ends: [...corners[n], ...place],
    left: words.includes("wall") ? [...write(places.slice(0, n + 1)), ...write(places.slice(n + 1))] : [],
  }));
}

function isWithin([x, y], places) {
  return places.reduce((inside, [x1, y1], n) => {
    const [x2, y2] = places[(n + 1) % places.length];
    const crosses = y1 > y !== y2 > y && x < ((x2 - x1) * (y - y1)) / (y2 - y1) + x1;
    return crosses ? !inside : inside;
  }, false);
}

document.addEventListener("trace:begin", (e) => {
  if (kind && kind !== "erase") start = snap(e.target, e.detail.at);
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
  if (kind === "erase") {
    erase(e.target, e.detail.at);
    return;
  }
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
  const measure = document.querySelector("[data-measure][aria-pressed=true]");
  if (button && measure) measure.click();
  if (button) useTool(button.dataset.draws === kind ? "" : button.dataset.draws);
  else if (kind && e.target.closest("[data-measure]")) useTool("");
  else if (e.target.closest("[data-measure]")) showTools();
});
document.addEventListener("keydown", (e) => {
  if (e.key === "Escape" && kind) useTool("");
});
document.addEventListener("regions:settled", showTools);
showTools();
