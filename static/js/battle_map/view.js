// The battle map as one looks at it: nearer or further away, at one combatant or at the distance between two, and while
// combatants move. A map is an svg [data-map]; each combatant on it is a token (.ft). Nothing is sent from here. Dispatches:
//   "combatant:moved" on a token with data-handle that is dragged or moved by arrows: detail.at, .done and .keys;
//   "map:selected" on a map: detail.handles, of tokens within a rectangle, or of one with detail.toggles;
//   "place:tapped" on a map: detail.at;
//   "map:tapped" on a map in [data-aim]: detail.token, or null, and .at;
//   "trace:begin", "trace:move", "trace:end" and "trace:tap" on a map with data-draw: detail.at, and the pointer's .x and .y.
import { showWaitingRegions } from "../shared/live.js";
import {
  addMeasuredEnd,
  drawMeasure,
  forgetLengths,
  gap,
  keepMeasureWords,
  layOut,
  measureOf,
  nameRings,
  nameOf,
  noMotion,
  panelOf,
  placeOf,
  readNumbers,
  showMeasuring,
} from "./drawing.js";
import { arrangeTokens, findTogether } from "./tokens.js";
import { loadLater } from "../shared/page.js";

// The view of each map, by name. Wheel, two fingers, buttons or keys zoom; one finger or the arrows move it. Tokens keep
// their size, so that a crowd comes apart.
const NEAREST = 0.06; // times what is seen at first, as is the next
const FURTHEST = 1.6;
const SMALL_UNIT = 5.2; // pixels, at the browser's usual size of text: the least that a token's unit is
const LARGE_UNIT = 8; // pixels: the most
const SIDE = 62; // pixels kept free about the outermost tokens for their names, as are the next two
const TOP = 26;
const FOOT = 36;
// The feet across that a map shows by itself, or tenths of them in inches: it is not rescaled at every step that is taken.
const WIDTHS = [20, 30, 40, 50, 60, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600, 800];
const views = new Map();
const drawnSizes = new WeakMap(); // of each map as it was last drawn: "width height"

export function pointOn(svg, x, y) {
  const point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
  return [point.x, point.y];
}

function viewOf(svg) {
  const name = nameOf(svg);
  if (!svg.dataset.home) svg.dataset.home = svg.getAttribute("viewBox");
  if (!views.has(name)) views.set(name, { box: null, chosen: "", fan: [] });
  return views.get(name);
}

// Returns the edges of all that is there; where somebody draws, of all that is in their reach.
function boundsOf(svg) {
  const [left, top, right, bottom] = readNumbers(svg.dataset.bounds);
  const trace = svg.closest("[data-trace]");
  const start = trace && trace.dataset.start ? readNumbers(trace.dataset.start) : null;
  const far = start && Number(trace.dataset.longest);
  if (!far) return [left, top, right, bottom];
  const [x, y] = start;
  return [Math.min(left, x - far), Math.min(top, y - far), Math.max(right, x + far), Math.max(bottom, y + far)];
}

// Returns the view box that shows all that is there, with room for tokens and names.
function homeOf(svg) {
  const { width, height } = svg.getBoundingClientRect();
  if (!width || !height) return readNumbers(svg.dataset.home);
  const [left, top, right, bottom] = boundsOf(svg);
  const side = Math.min(SIDE, width / 5);
  const head = Math.min(TOP, height / 6);
  const foot = Math.min(FOOT, height / 4);
  const fits = Math.min(
    (width - 2 * side) / (right - left),
    (height - head - foot) / (bottom - top),
    width / Number(svg.dataset.least),
  );
  const tenth = Number(svg.dataset.square) / 10;
  const across = WIDTHS.find((each) => each * tenth >= width / fits);
  const scale = across ? width / (across * tenth) : fits;
  const x = (left + right - width / scale) / 2;
  const y = (top + bottom) / 2 - (height + head - foot) / 2 / scale;
  return [x, y, width / scale, height / scale];
}

function viewBoxOf(svg) {
  return viewOf(svg).box || homeOf(svg);
}

// Returns the pixels of a token's unit, and how much larger than 16 pixels text is.
function sizeTokens(svg) {
  const bounds = svg.getBoundingClientRect();
  // A screen that is read from afar has larger names on its map, and may be zoomed.
  const style = getComputedStyle(svg);
  const own = parseFloat(style.getPropertyValue("--map-text")) * (parseFloat(style.getPropertyValue("--zoom")) || 1);
  const text = (own || parseFloat(getComputedStyle(document.documentElement).fontSize)) / 16;
  const unit = Math.max(SMALL_UNIT * text, Math.min(LARGE_UNIT, Math.min(bounds.width, bounds.height) / 62));
  return { unit, text };
}

function sizeOf(svg) {
  const { width, height } = svg.getBoundingClientRect();
  return `${width} ${height}`;
}

export function showMap(svg) {
  drawnSizes.set(svg, sizeOf(svg));
  svg.setAttribute("viewBox", viewBoxOf(svg).join(" "));
  const matrix = svg.getScreenCTM();
  const isSeen = !!(matrix && matrix.a);
  const size = sizeTokens(svg);
  const unit = isSeen ? size.unit / matrix.a : Number(svg.dataset.scale);
  if (isSeen && !arrangeTokens(svg, size, matrix.a, viewOf(svg).fan)) viewOf(svg).fan = [];
  svg.querySelectorAll("[data-fixed]").forEach((each) => {
    const x = Number(each.dataset.x) + Number(each.dataset.dx || 0) * unit;
    const y = Number(each.dataset.y) + Number(each.dataset.dy || 0) * unit;
    each.setAttribute("transform", `translate(${x} ${y}) scale(${unit})`);
  });
  if (!isSeen) return;
  layOut(svg, matrix);
  glideTokens(svg);
  if (measureOf(svg).on) showMeasuring(svg);
  else drawMeasure(svg);
}

// Draws a token elsewhere, with the rings of how far it reaches.
export function placeToken(token, place) {
  token.dataset.x = place[0];
  token.dataset.y = place[1];
  const svg = token.closest("[data-map]");
  svg.querySelectorAll(`.rings[data-of="${token.dataset.n}"] circle`).forEach((ring) => {
    ring.setAttribute("cx", place[0]);
    ring.setAttribute("cy", place[1]);
  });
}

// about: the point that stays where it is, or the middle. Returns whether the view could be zoomed further.
function zoom(svg, by, about) {
  const [left, top, width, height] = viewBoxOf(svg);
  const home = homeOf(svg);
  const ratio = width / home[2];
  const next = Math.min(FURTHEST, Math.max(NEAREST, ratio * by));
  const factor = next / ratio;
  if (factor === 1) return false;
  const [x, y] = about || [left + width / 2, top + height / 2];
  viewOf(svg).box = [x + (left - x) * factor, y + (top - y) * factor, home[2] * next, home[3] * next];
  showMap(svg);
  return true;
}

export function pan(svg, dx, dy) {
  const [left, top, width, height] = viewBoxOf(svg);
  viewOf(svg).box = [left + dx, top + dy, width, height];
  showMap(svg);
}

function showAll(svg) {
  viewOf(svg).box = null;
  showMap(svg);
}

// A chosen combatant shows how far it reaches and what is said of it.
function choose(svg, token) {
  viewOf(svg).chosen = token ? token.dataset.name : "";
  markChosen(svg);
}

function markChosen(svg) {
  const chosen = viewOf(svg).chosen;
  const words = panelOf(svg).querySelector("[data-picked]");
  let line = null;
  svg.querySelectorAll(".ft[data-name]").forEach((token) => {
    const on = !!chosen && token.dataset.name === chosen;
    token.classList.toggle("on", on);
    token.setAttribute("aria-pressed", String(on));
    const rings = svg.querySelector(`.rings[data-of="${token.dataset.n}"]`);
    if (rings) rings.classList.toggle("on", on);
    if (on) line = panelOf(svg).querySelector(`[data-words="${token.dataset.n}"]`);
  });
  if (drawnSizes.has(svg) && svg.getScreenCTM()) {
    nameRings(svg);
    drawMeasure(svg);
  }
  if (!words || svg.hasAttribute("data-measuring")) return;
  words.hidden = !line;
  if (line && words.innerHTML !== line.innerHTML) words.replaceChildren(...line.cloneNode(true).childNodes); // the name opens a card
}

// Pointers. One drags a token, draws, or moves the view; two pinch.
const FIRM = 5; // pixels a pointer moves before it drags
const THUMB = 24; // pixels from a finger to the token it means
const pointers = new Map();
let drag = null;
let hasMoved = false;

function mapAt(e) {
  return e.target.closest && e.target.closest("[data-map]");
}

function spanOfPointers() {
  const [a, b] = [...pointers.values()];
  return { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, gap: Math.hypot(a.x - b.x, a.y - b.y) || 1 };
}

function reportMove(token, at, done, keys) {
  token.dispatchEvent(new CustomEvent("combatant:moved", { bubbles: true, detail: { at, done, keys: !!keys } }));
}

function reportTrace(svg, what, x, y, kind) {
  const detail = { at: pointOn(svg, x, y), x, y, touch: kind === "touch" };
  svg.dispatchEvent(new CustomEvent(`trace:${what}`, { bubbles: true, detail }));
}

function reportTap(svg, token, at) {
  svg.dispatchEvent(new CustomEvent("map:tapped", { bubbles: true, detail: { token, at } }));
}

function reportSelected(svg, handles, toggles) {
  svg.dispatchEvent(new CustomEvent("map:selected", { bubbles: true, detail: { handles, toggles } }));
}

function tap(svg, token, place) {
  svg.dispatchEvent(new CustomEvent("place:tapped", { bubbles: true, detail: { at: place } }));
  if (measureOf(svg).on) addMeasuredEnd(svg, token, place);
  else choose(svg, token && !token.classList.contains("on") ? token : null);
}

function handFor(svg, token, withShift) {
  if (pointers.size > 1) return "pinch";
  if (svg.hasAttribute("data-draw")) return "draw";
  if (canSelect(svg) && (viewOf(svg).selects || withShift)) return "lasso";
  return token ? "token" : "view";
}

document.addEventListener("pointerdown", (e) => {
  const svg = mapAt(e);
  if (!svg || e.button > 0) return;
  pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  const token = svg.hasAttribute("data-measuring") ? null : e.target.closest(".ft[data-handle]");
  if (drag && hasMoved) endDrag(drag);
  hasMoved = false;
  drag = { svg, token, hand: handFor(svg, token, e.shiftKey), x: e.clientX, y: e.clientY };
  if (pointers.size === 2) drag.pinch = spanOfPointers();
});

document.addEventListener("pointermove", (e) => {
  if (!drag || !pointers.has(e.pointerId)) return;
  if (!drag.svg.isConnected) {
    drag = null;
    return;
  }
  const was = pointers.get(e.pointerId);
  if (!hasMoved && Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < FIRM) return;
  pointers.set(e.pointerId, { x: e.clientX, y: e.clientY });
  drag.last = { x: e.clientX, y: e.clientY };
  if (!hasMoved) beginDrag(e.pointerId);
  continueDrag(was, e);
});

function beginDrag(pointerId) {
  hasMoved = true;
  drag.svg.setAttribute("data-dragging", "");
  if (drag.hand === "token") drag.token.classList.add("held");
  if (drag.hand === "draw") reportTrace(drag.svg, "begin", drag.x, drag.y);
  if (drag.hand === "lasso") drag.lasso = drawLasso(drag.svg);
  try {
    drag.svg.setPointerCapture(pointerId);
  } catch {
    // the pointer is gone already
  }
}

function continueDrag(was, e) {
  const { svg, hand } = drag;
  if (hand === "pinch") {
    pinch();
  } else if (hand === "draw") {
    reportTrace(svg, "move", e.clientX, e.clientY, e.pointerType);
  } else if (hand === "lasso") {
    stretchLasso(drag);
  } else if (hand === "token") {
    reportMove(drag.token, pointOn(svg, e.clientX, e.clientY), false);
  } else if (hand === "view") {
    const from = pointOn(svg, was.x, was.y);
    const to = pointOn(svg, e.clientX, e.clientY);
    pan(svg, from[0] - to[0], from[1] - to[1]);
  }
}

function pinch() {
  if (pointers.size < 2) return;
  const now = spanOfPointers();
  const was = drag.pinch;
  const from = pointOn(drag.svg, was.x, was.y);
  const to = pointOn(drag.svg, now.x, now.y);
  pan(drag.svg, from[0] - to[0], from[1] - to[1]);
  zoom(drag.svg, was.gap / now.gap, pointOn(drag.svg, now.x, now.y));
  drag.pinch = now;
}

// A drag ends where it was last, also where a second finger comes or the screen takes the first away.
function endDrag({ svg, token, hand, last, lasso, x, y }) {
  svg.removeAttribute("data-dragging");
  if (token) token.classList.remove("held");
  if (lasso) {
    lasso.remove();
    reportSelected(svg, findWithin(svg, x, y, last.x, last.y), false);
  }
  if (hand === "token") reportMove(token, pointOn(svg, last.x, last.y), true);
  else if (hand === "draw") reportTrace(svg, "end", last.x, last.y);
}

// A rectangle that selects who stands within it: while [data-lasso] is pressed, or Shift is held.
function canSelect(svg) {
  return !!panelOf(svg).querySelector("[data-lasso]");
}

function drawLasso(svg) {
  const rectangle = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  rectangle.setAttribute("class", "lasso");
  svg.querySelector("[data-plane]").append(rectangle);
  return rectangle;
}

function stretchLasso({ svg, lasso, last, x, y }) {
  const [from, to] = [pointOn(svg, x, y), pointOn(svg, last.x, last.y)];
  const sizes = { x: Math.min(from[0], to[0]), y: Math.min(from[1], to[1]) };
  sizes.width = Math.abs(from[0] - to[0]);
  sizes.height = Math.abs(from[1] - to[1]);
  Object.keys(sizes).forEach((name) => lasso.setAttribute(name, sizes[name]));
}

function findWithin(svg, x, y, toX, toY) {
  const isWithin = (at, one, other) => at >= Math.min(one, other) && at <= Math.max(one, other);
  const within = [...svg.querySelectorAll(".ft[data-handle]")].filter((token) => {
    const box = token.querySelector(".sign").getBoundingClientRect();
    return isWithin((box.left + box.right) / 2, x, toX) && isWithin((box.top + box.bottom) / 2, y, toY);
  });
  return within.map((token) => token.dataset.handle);
}

function markLasso(svg) {
  const button = panelOf(svg).querySelector("[data-lasso]");
  if (button) button.setAttribute("aria-pressed", String(!!viewOf(svg).selects));
}

document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-lasso]");
  const svg = button && panelOf(button).querySelector("[data-map]");
  if (!svg) return;
  viewOf(svg).selects = !viewOf(svg).selects;
  markLasso(svg);
});

// Returns the token that a finger is nearest to, or that a mouse is on.
function meantToken(svg, e) {
  let least = THUMB;
  let found = e.target.closest && e.target.closest(".ft[data-name]");
  if (e.pointerType !== "touch") return found;
  svg.querySelectorAll(".ft[data-name] .sign").forEach((sign) => {
    const box = sign.getBoundingClientRect();
    const far = Math.hypot((box.left + box.right) / 2 - e.clientX, (box.top + box.bottom) / 2 - e.clientY);
    if (far < least) {
      least = far;
      found = sign.closest(".ft");
    }
  });
  return found;
}

function liftPointer(e) {
  if (!pointers.delete(e.pointerId) || !drag) return;
  if (pointers.size) {
    if (drag.hand === "pinch") drag.hand = "lifted";
    return;
  }
  const was = drag;
  drag = null;
  if (!was.svg.isConnected) return;
  if (hasMoved) endDrag(was);
  else if (e.type === "pointerup") tapWith(was, e);
  showWaitingRegions();
  showMap(was.svg);
}

// A tap on one of several who stand together fans them out; then one in the circle is meant, and a tap beside it folds them.
// Returns whether the tap has done its work.
function tapFan(svg, e) {
  const view = viewOf(svg);
  const token = meantToken(svg, e);
  const isOpen = view.fan.length > 0;
  const together = token && !isOpen ? findTogether(svg, token, sizeTokens(svg), svg.getScreenCTM().a, e.pointerType === "touch") : [];
  const isPicked = isOpen && token && view.fan.includes(token.dataset.name);
  view.fan = together.length > 1 ? together : [];
  return !isPicked && (isOpen || together.length > 1);
}

function tapWith({ svg, hand }, e) {
  if (hand !== "draw" && !svg.hasAttribute("data-measuring") && tapFan(svg, e)) return;
  if (hand === "lasso") {
    const token = meantToken(svg, e);
    if (token && token.dataset.handle) reportSelected(svg, [token.dataset.handle], true);
  } else if (svg.closest("[data-aim]")) reportTap(svg, meantToken(svg, e), pointOn(svg, e.clientX, e.clientY));
  else if (hand === "draw") reportTrace(svg, "tap", e.clientX, e.clientY);
  else if (hand === "token" || hand === "view") tap(svg, meantToken(svg, e), pointOn(svg, e.clientX, e.clientY));
}

document.addEventListener("pointerup", liftPointer);
document.addEventListener("pointercancel", liftPointer);
document.addEventListener(
  "click",
  (e) => {
    if (!hasMoved || !mapAt(e)) return;
    e.stopPropagation();
    hasMoved = false;
  },
  true,
);
document.addEventListener(
  "wheel",
  (e) => {
    const svg = mapAt(e);
    if (svg && zoom(svg, Math.pow(1.0015, e.deltaY), pointOn(svg, e.clientX, e.clientY))) e.preventDefault();
  },
  { passive: false },
);
document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-zoom]");
  const svg = button && panelOf(button).querySelector("[data-map]");
  if (!svg) return;
  if (button.dataset.zoom === "fit") showAll(svg);
  else zoom(svg, button.dataset.zoom === "in" ? 0.75 : 1 / 0.75);
});

// Keys.
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function moveByArrow(svg, token, [across, down], steps) {
  if (token && token.dataset.handle) {
    const step = Number(svg.dataset.step) * steps;
    const [x, y] = readNumbers(token.dataset.now || token.dataset.from);
    reportMove(token, [x + across * step, y + down * step], true, true);
  } else {
    const [, , width, height] = viewBoxOf(svg);
    pan(svg, (across * width) / 10, (down * height) / 10);
  }
}

function fold(svg) {
  viewOf(svg).fan = [];
  showMap(svg);
}

// Returns whether the key means something on the map.
function pressKey(svg, token, e) {
  if (ARROWS[e.key]) moveByArrow(svg, token, ARROWS[e.key], e.shiftKey ? 5 : 1);
  else if (e.key === "+" || e.key === "=") zoom(svg, 0.75);
  else if (e.key === "-") zoom(svg, 1 / 0.75);
  else if (e.key === "0") showAll(svg);
  else if (token && (e.key === "Enter" || e.key === " ")) tap(svg, token, placeOf(token));
  else if (e.key === "Escape" && viewOf(svg).fan.length) fold(svg);
  else if (e.key === "Escape" && viewOf(svg).chosen) choose(svg, null);
  else return false;
  return true;
}

document.addEventListener(
  "keydown",
  (e) => {
    const svg = mapAt(e);
    if (!svg || e.ctrlKey || e.metaKey || e.altKey) return;
    if (!pressKey(svg, e.target.closest(".ft[data-name]"), e)) return;
    e.preventDefault();
    e.stopPropagation();
  },
  true,
);

// Movement without traces: who stands elsewhere than where the map last showed them glides there along their way.
const GLIDE = 240; // milliseconds
const shownMaps = new WeakSet();
const lastPlaces = new Map(); // by the map's name: where each combatant was last shown

function isSamePlace(a, b) {
  return Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(a[1] - b[1]) < 1e-6;
}

function drawnWay(svg, name) {
  const way = svg.querySelector(`[data-way="${CSS.escape(name)}"]`);
  return way ? way.getAttribute("d").slice(1).split("L").map(readNumbers) : [];
}

// Returns the way that is drawn, where that leads from where they were to where they are; else the straight one.
function wayFrom(svg, token, from) {
  const to = placeOf(token);
  const corners = drawnWay(svg, token.dataset.name);
  const start = corners.map((each) => isSamePlace(each, from)).lastIndexOf(true);
  return start >= 0 && isSamePlace(corners[corners.length - 1], to) ? corners.slice(start) : [from, to];
}

function pointAlong(way, part) {
  let left = part * way.reduce((sum, each, n) => (n ? sum + gap(way[n - 1], each) : 0), 0);
  for (let n = 1; n < way.length; n += 1) {
    const [from, to] = [way[n - 1], way[n]];
    const length = gap(from, to);
    if (left < length) return [0, 1].map((axis) => from[axis] + ((to[axis] - from[axis]) * left) / length);
    left -= length;
  }
  return way[way.length - 1];
}

function findMoved(svg, before) {
  return [...svg.querySelectorAll(".ft[data-name]:not([data-run]):not([data-now])")]
    .filter((token) => before[token.dataset.name] && !isSamePlace(before[token.dataset.name], placeOf(token)))
    .map((token) => ({ token, way: wayFrom(svg, token, before[token.dataset.name]) }));
}

function glideAlong(svg, moved) {
  let begun = null;

  function showPart(part) {
    moved.forEach(({ token, way }) => {
      if (!token.dataset.now) placeToken(token, pointAlong(way, part));
    });
    showMap(svg);
  }

  function tick(now) {
    if (!svg.isConnected) return;
    if (begun === null) begun = now;
    const part = Math.min(1, (now - begun) / GLIDE);
    if (part === 1) delete svg.dataset.running;
    showPart(1 - Math.pow(1 - part, 2));
    if (part < 1) requestAnimationFrame(tick);
  }

  svg.dataset.running = "";
  showPart(0);
  requestAnimationFrame(tick);
}

function glideTokens(svg) {
  const name = nameOf(svg);
  const before = lastPlaces.get(name);
  if (!shownMaps.has(svg)) {
    shownMaps.add(svg);
    const moved = before && !noMotion.matches && !document.hidden ? findMoved(svg, before) : [];
    if (moved.length) {
      glideAlong(svg, moved);
      return;
    }
  }
  const places = {};
  svg.querySelectorAll(".ft[data-name]").forEach((token) => {
    places[token.dataset.name] = placeOf(token);
  });
  lastPlaces.set(name, places);
}

// Maps that are drawn again. What was open stays open, also when this tab loads the page again.
const DETAILS = ".field-words, .seen-field, .field-fold";
const OPEN_MAPS = "open maps"; // in this tab's store
const openDetails = readOpen();

function readOpen() {
  try {
    return JSON.parse(sessionStorage.getItem(OPEN_MAPS)) || {};
  } catch {
    return {}; // a private window
  }
}

function keepOpen() {
  try {
    const open = Object.entries(openDetails).filter(([, isOpen]) => isOpen);
    if (open.length) sessionStorage.setItem(OPEN_MAPS, JSON.stringify(Object.fromEntries(open)));
    else sessionStorage.removeItem(OPEN_MAPS);
  } catch {
    // a private window
  }
}

function keyOfDetails(details) {
  return details.closest("[id]") && `${details.closest("[id]").id} ${details.className}`;
}

// Draws the maps that are new, or of another size than before; all of them where what they are drawn by has changed.
export function showMaps(all = false) {
  document.querySelectorAll(DETAILS).forEach((each) => {
    if (keyOfDetails(each) in openDetails) each.open = openDetails[keyOfDetails(each)];
  });
  document.querySelectorAll("[data-map]").forEach((svg) => {
    if (all || drawnSizes.get(svg) !== sizeOf(svg)) showMap(svg);
    if (!svg.closest("[data-aim]")) markChosen(svg); // where an order is aimed, its targets are marked
    markLasso(svg);
  });
  document.querySelectorAll("[data-tools]").forEach((tools) => {
    tools.hidden = false;
  });
}

// A page may load this module when a map is first opened.
function noteOpen() {
  document.querySelectorAll(DETAILS).forEach((each) => {
    if (each.open) openDetails[keyOfDetails(each)] = true;
  });
}

// Traces are run along by a module of their own, which leaves the maps as they stand that had traces at first.
const tracedAtFirst = new Set(findTraced());
let hasTraces = false;

function findTraced() {
  return [...document.querySelectorAll("[data-until]")].map(nameOf);
}

function followTraces() {
  if (!hasTraces && !findTraced().length) return;
  hasTraces = true;
  loadLater(() => import("./march.js")).then((march) => march.followAll({ showMap, placeToken, tracedAtFirst }));
}

document.addEventListener(
  "toggle",
  (e) => {
    if (!e.target.matches(DETAILS) || !e.target.isConnected) return;
    openDetails[keyOfDetails(e.target)] = e.target.open;
    keepOpen();
  },
  true,
);
document.addEventListener("toggle", () => showMaps(), true);
document.addEventListener("regions:settled", () => {
  showMaps();
  followTraces();
  keepMeasureWords();
});
addEventListener("resize", () => {
  views.forEach((view) => {
    view.box = null;
  });
  showMaps(true);
});
noteOpen();
showMaps();
followTraces();
if (document.fonts) {
  document.fonts.ready.then(() => {
    forgetLengths();
    showMaps(true);
  });
}
