// The map as a pen: a way to draw, with the magnifier above the finger, and a distance to stop at.
import { announce, warn } from "./page.js";
import { addSvg, formatLength, gap, placeOf } from "../battle_map/drawing.js";
import { pan, pointOn, showMap } from "../battle_map/view.js";

// Drawing a way on the map, in a form field [data-trace]: dragged or tapped, corner by corner, no longer than it may be. The
// corners stand in the text below, which can be typed as well and is what is sent; the drawing follows it.
const SNAP = 16; // pixels
const HAIR = 0.02;
let stroke = null; // the form field that is drawn in, and the points so far

function traceOf(element) {
  return element.closest("[data-trace]");
}

function readPlace(text) {
  const numbers = text
    .split(/[,;\s]+/)
    .filter(Boolean)
    .map(Number);
  return numbers.length === 2 && numbers.every(isFinite) ? numbers : null;
}

function readCorners(field) {
  return field.querySelector("[data-corners]").value.split("\n").map(readPlace).filter(Boolean);
}

// How long the way may be depends on what else is chosen: the first bound whose conditions hold.
function chosenValue(field, name) {
  const form = field.closest("form");
  const found = form && form.querySelector(`[name="answer.${name}"]:checked`);
  return found ? found.value : "";
}

function doesBoundHold(field, bound) {
  return bound.dataset.when
    .split(" ")
    .filter(Boolean)
    .every((condition) => {
      const [name, values] = condition.split("=");
      const value = chosenValue(field, name);
      return values === "*" ? !!value : values.split(",").includes(value);
    });
}

function findBound(field) {
  return [...field.querySelectorAll("[data-bound]")].find((each) => doesBoundHold(field, each));
}

function allowedLength(field) {
  const bound = findBound(field);
  const text = bound ? bound.dataset.bound : field.dataset.longest;
  return text === "" ? Infinity : Number(text);
}

// A player who chases draws to where the other stands, however far that is, and is stopped where the movement ends.
function chasedPlace(field) {
  const form = field.closest("form");
  const found = form && form.querySelector("[data-at]:checked");
  return found ? readPlace(found.dataset.at) : null;
}

function drawableLength(field) {
  return chasedPlace(field) ? Infinity : allowedLength(field);
}

function lengthOf(corners) {
  return corners.reduce((sum, each, n) => (n ? sum + gap(corners[n - 1], each) : 0), 0);
}

function roundPlace(place) {
  return place.map((each) => Math.round(each * 100) / 100);
}

function wayOf(field) {
  const corners = readCorners(field);
  const start = readPlace(field.dataset.start);
  return corners.length || !start ? corners : [start];
}

// Cuts a way a hair before it is as long as it may be.
function cutWay(corners, most) {
  let left = most;
  const kept = corners.slice(0, 1);
  for (let n = 1; n < corners.length; n += 1) {
    const from = corners[n - 1];
    const to = corners[n];
    const length = gap(from, to);
    if (length > left) {
      const part = Math.max(0, left - HAIR) / length;
      if (part > 0) kept.push(roundPlace([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]));
      return kept;
    }
    left -= length;
    kept.push(to);
  }
  return kept;
}

// Returns the corners where the finger turned, without points that lie within `slack` of the straight way between others.
function simplify(points, slack) {
  if (points.length < 3) return points;
  const a = points[0];
  const b = points[points.length - 1];
  const span = gap(a, b);
  let worst = 0;
  let at = 0;
  for (let n = 1; n < points.length - 1; n += 1) {
    const p = points[n];
    const off = span ? Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / span : gap(a, p);
    if (off > worst) {
      worst = off;
      at = n;
    }
  }
  if (worst <= slack) return [a, b];
  return simplify(points.slice(0, at + 1), slack).concat(simplify(points.slice(at), slack).slice(1));
}

function pixelOn(svg) {
  return 1 / svg.getScreenCTM().a;
}

function snapToToken(svg, place) {
  let nearest = place;
  let least = SNAP * pixelOn(svg);
  svg.querySelectorAll(".ft").forEach((token) => {
    const away = gap(placeOf(token), place);
    if (away < least) {
      least = away;
      nearest = placeOf(token);
    }
  });
  return roundPlace(nearest);
}

function writeWay(field, corners) {
  const text = field.querySelector("[data-corners]");
  text.value = corners.length > 1 ? corners.map((each) => each.join(", ")).join("\n") : "";
  text.dispatchEvent(new Event("change", { bubbles: true }));
  showWay(field);
}

function wayLayer(svg) {
  const plane = svg.querySelector("[data-plane]");
  return (
    svg.querySelector(".way") || plane.insertBefore(addSvg(plane, "g", { class: "way" }), svg.querySelector(".ft"))
  );
}

function showWay(field, corners = wayOf(field)) {
  const svg = field.querySelector("[data-draw]");
  if (!svg) return;
  const layer = wayLayer(svg);
  const most = allowedLength(field);
  layer.textContent = "";
  if (corners.length && isFinite(most)) drawReach(layer, corners, most);
  if (corners.length > 1) drawWay(layer, corners, most, svg.dataset.unit);
  showGauge(field, lengthOf(corners), most);
  document.querySelectorAll("[data-draw]").forEach(showMap);
}

function showGauge(field, drawn, most) {
  const bound = findBound(field);
  const meter = field.querySelector("meter");
  field.querySelectorAll("[data-bound]").forEach((each) => {
    each.hidden = each !== bound;
  });
  if (field.querySelector("[data-of]")) field.querySelector("[data-of]").textContent = String(most);
  if (isFinite(most)) meter.max = most;
  field.querySelector("[data-gauge]").hidden = false;
  field.querySelector("[data-drawn]").textContent = formatLength(drawn);
  meter.value = isFinite(most) ? Math.min(most, drawn) : 0;
  meter.hidden = !isFinite(most);
}

function drawReach(layer, corners, most) {
  const [cx, cy] = corners[corners.length - 1];
  addSvg(layer, "circle", { class: "way-left", cx, cy, r: Math.max(0, most - lengthOf(corners)) });
}

function drawWay(layer, corners, most, unit) {
  const drawn = lengthOf(corners);
  const within = cutWay(corners, most);
  const end = within[within.length - 1];
  const limit = isFinite(most) ? ` of ${most}` : "";
  const words = `${formatLength(Math.min(drawn, most))}${limit} ${unit}`;
  if (drawn > most + HAIR) drawLine(layer, "drawn beyond", corners);
  drawLine(layer, "drawn", within);
  corners.slice(1).forEach((each) => addFixed(layer, "corner", each, "circle", { r: 0.8 }));
  if (drawn > most + HAIR) addFixed(layer, "flag", end, "path", { d: FLAG });
  addFixed(layer, "tick", end, "text", { y: drawn > most ? 3.4 : -1.8 }).textContent = words;
}

function drawLine(layer, name, corners) {
  addSvg(layer, "polyline", { class: name, points: corners.map((each) => each.join(",")).join(" ") });
}

// Adds what keeps its size however near one looks.
const FLAG = "M0 0V-5.4L3.4-4.3 0-3.2";

function addFixed(layer, name, at, kind, attributes) {
  const mark = addSvg(layer, "g", { class: name, "data-fixed": "", "data-x": at[0], "data-y": at[1] });
  return addSvg(mark, kind, attributes);
}

function extendWay(field, points) {
  const most = Number(field.dataset.most);
  const way = cutWay(wayOf(field).concat(points), drawableLength(field));
  if (way.length > most) announce(`A way has at most ${most} corners.`);
  return way.slice(0, most);
}

// Returns the corners at which a stroke turned, from where the way ended before.
function cornersOfStroke(svg, field, points) {
  const from = wayOf(field).slice(-1);
  return simplify(from.concat(points), 5 * pixelOn(svg)).slice(from.length);
}

document.addEventListener("trace:begin", (e) => {
  stroke = { field: traceOf(e.target), points: [roundPlace(e.detail.at)] };
});
document.addEventListener("trace:move", (e) => {
  if (!stroke) return;
  const { field, points } = stroke;
  const at = roundPlace(e.detail.at);
  if (gap(points[points.length - 1], at) > 2 * pixelOn(e.target)) points.push(at);
  showWay(field, extendWay(field, cornersOfStroke(e.target, field, points.slice(1))));
});
document.addEventListener("trace:end", (e) => {
  if (!stroke) return;
  const svg = e.target;
  const field = stroke.field;
  const points = stroke.points.slice(1);
  stroke = null;
  if (!points.length) {
    showWay(field);
    return;
  }
  points[points.length - 1] = snapToToken(svg, points[points.length - 1]);
  writeWay(field, extendWay(field, cornersOfStroke(svg, field, points)));
});
document.addEventListener("trace:tap", (e) => {
  const field = traceOf(e.target);
  writeWay(field, extendWay(field, [snapToToken(e.target, e.detail.at)]));
});
document.addEventListener("click", (e) => {
  const last = e.target.closest("[data-last-corner]");
  const none = e.target.closest("[data-no-corner]");
  if (last) writeWay(traceOf(last), readCorners(traceOf(last)).slice(0, -1));
  if (none) writeWay(traceOf(none), []);
});
document.addEventListener("input", (e) => {
  if (e.target.matches("[data-corners]")) showWay(traceOf(e.target));
});
document.addEventListener("change", (e) => {
  const field = e.target.form && e.target.form.querySelector("[data-trace]");
  if (!field || e.target.matches("[data-corners]")) return;
  const at = chasedPlace(field);
  if (at && e.target.dataset.at) writeWay(field, wayOf(field).slice(0, 1).concat([at]));
  else writeWay(field, cutWay(wayOf(field), drawableLength(field)));
});

// The typed corners are folded away where the way can be drawn; if one is lacking, they open.
document.addEventListener(
  "invalid",
  (e) => {
    const typed = e.target.closest && e.target.closest("[data-typed]");
    if (!typed) return;
    typed.open = true;
    warn("Draw a way first, or type its corners.");
  },
  true,
);

function foldTyped(typed) {
  if (typed.dataset.typed || !typed.parentElement.querySelector("[data-draw]")) return;
  typed.dataset.typed = "folded";
  typed.open = false;
}

function showWays() {
  document.querySelectorAll("[data-typed]").forEach(foldTyped);
  document.querySelectorAll("[data-trace]").forEach((field) => {
    if (!stroke || stroke.field !== field) showWay(field);
  });
}

document.addEventListener("regions:settled", showWays);
showWays();

// The magnifier: above a finger that draws it shows what the finger covers. Near an edge the map is moved on.
const RADIUS = 36; // pixels, as are the next four
const ABOVE = 64;
const MAGNIFIED = 1.8; // times
const EDGE = 26;
const EDGE_STEP = 5;
let planes = 0;
let finger = null;
let frame = 0;

function magnifierOf(svg) {
  const plane = svg.querySelector("[data-plane]");
  let magnifier = svg.querySelector(".glass");
  if (magnifier) return magnifier;
  if (!plane.id) plane.id = `plane-${(planes += 1)}`;
  magnifier = addSvg(svg, "g", { class: "glass", "aria-hidden": "true" });
  addSvg(addSvg(magnifier, "clipPath", { id: `${plane.id}-glass` }), "circle", { r: RADIUS });
  const inside = addSvg(magnifier, "g", { "clip-path": `url(#${plane.id}-glass)` });
  addSvg(inside, "circle", { class: "glass-floor", r: RADIUS });
  addSvg(inside, "use", { href: `#${plane.id}` });
  addSvg(magnifier, "circle", { class: "glass-rim", r: RADIUS });
  addSvg(magnifier, "path", { class: "glass-point", d: "M-6 0H6M0-6V6" });
  return magnifier;
}

// Above the finger; where there is no room, beside it.
function showMagnifier(svg, touch) {
  const seen = svg.getBoundingClientRect();
  const scale = svg.getScreenCTM().a;
  const magnifier = magnifierOf(svg);
  let x = touch.x;
  let y = touch.y - ABOVE;
  if (y - RADIUS < seen.top) {
    y = Math.max(touch.y, seen.top + RADIUS);
    x = touch.x + (touch.x - ABOVE - RADIUS < seen.left ? ABOVE : -ABOVE);
  }
  const at = pointOn(svg, x, y);
  const under = pointOn(svg, touch.x, touch.y);
  magnifier.setAttribute("transform", `translate(${at.join(" ")}) scale(${1 / scale})`);
  magnifier
    .querySelector("use")
    .setAttribute("transform", `scale(${scale * MAGNIFIED}) translate(${-under[0]} ${-under[1]})`);
}

function directionAtEdge(low, high, at) {
  if (at < low + EDGE) return -1;
  return at > high - EDGE ? 1 : 0;
}

function moveOnAtEdge() {
  frame = 0;
  if (!finger) return;
  const { svg, x, y, touch } = finger;
  const seen = svg.getBoundingClientRect();
  const step = EDGE_STEP / svg.getScreenCTM().a;
  const across = directionAtEdge(seen.left, seen.right, x);
  const down = directionAtEdge(seen.top, seen.bottom, y);
  if (!across && !down) return;
  pan(svg, across * step, down * step);
  svg.dispatchEvent(new CustomEvent("trace:move", { bubbles: true, detail: { at: pointOn(svg, x, y), x, y, touch } }));
  frame = requestAnimationFrame(moveOnAtEdge);
}

document.addEventListener("trace:move", (e) => {
  finger = { svg: e.target, x: e.detail.x, y: e.detail.y, touch: e.detail.touch };
  if (finger.touch) showMagnifier(finger.svg, finger);
  if (!frame) frame = requestAnimationFrame(moveOnAtEdge);
});
document.addEventListener("trace:end", (e) => {
  const magnifier = e.target.querySelector(".glass");
  finger = null;
  if (magnifier) magnifier.remove();
});

// The distance hint, where a combatant may stop near another: the distance is drawn as a ring about where the other will be
// then, a flag stands where one's own way would end, and both are announced. It uses what has been revealed, as if nobody
// stopped before.
function timedWayOf(element) {
  return element.dataset.way.split(";").map((each) => each.split(" ").map(Number));
}

function placeAt(way, time) {
  for (let n = 1; n < way.length; n += 1) {
    const a = way[n - 1];
    const b = way[n];
    const part = b[0] > a[0] ? (time - a[0]) / (b[0] - a[0]) : 1;
    if (time <= b[0]) return [a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
  }
  return way[way.length - 1].slice(1);
}

function offsetAt(own, other, time) {
  const a = placeAt(own, time);
  const b = placeAt(other, time);
  return [b[0] - a[0], b[1] - a[1]];
}

// Returns the first time at which both are no further apart than that; null where they never are.
function firstMeeting(own, other, within) {
  const times = [...own, ...other].map((each) => each[0]).sort((a, b) => a - b);
  for (let n = 0; n < times.length; n += 1) {
    const next = times[Math.min(n + 1, times.length - 1)];
    const now = offsetAt(own, other, times[n]);
    const then = offsetAt(own, other, next);
    if (Math.hypot(now[0], now[1]) <= within + 1e-6) return times[n];
    const x = then[0] - now[0];
    const y = then[1] - now[1];
    const a = x * x + y * y;
    const b = now[0] * x + now[1] * y;
    const root = b * b - a * (now[0] * now[0] + now[1] * now[1] - within * within);
    const part = a && root >= 0 ? (-b - Math.sqrt(root)) / a : -1;
    if (part >= 0 && part <= 1) return times[n] + (next - times[n]) * part;
  }
  return null;
}

function lengthUntil(way, time) {
  const corners = way.filter((each) => each[0] < time).map((each) => each.slice(1));
  return lengthOf([...corners, placeAt(way, time)]);
}

function formatPlace(place) {
  return place.map(formatLength).join(", ");
}

function controlNamed(hint, name) {
  return hint.closest("form").querySelector(`[name="${name}"]${name === hint.dataset.near ? ":checked" : ""}`);
}

function planStop(hint) {
  const whom = controlNamed(hint, hint.dataset.near);
  const typed = controlNamed(hint, hint.dataset.within);
  const given = typed && typed.value.trim();
  const within = given ? Number(given) : Number(hint.dataset.unsaid);
  if (!whom || !whom.dataset.way || !isFinite(within) || within < 0) return null;
  const own = timedWayOf(hint);
  const other = timedWayOf(whom);
  const time = firstMeeting(own, other, within);
  const end = time === null ? 1 : time;
  return {
    who: whom.dataset.called,
    within,
    isMet: time !== null,
    own: placeAt(own, end),
    other: placeAt(other, end),
    length: lengthUntil(own, end),
  };
}

function describeStop(stop, unit) {
  const own = formatPlace(stop.own);
  const other = `${stop.who} is then at ${formatPlace(stop.other)}.`;
  if (!stop.isMet)
    return `Never within ${formatLength(stop.within)} ${unit}: to the end of the trace, at ${own}. ${other}`;
  const when =
    stop.length < 0.05
      ? "That near already: the stop is at once"
      : `The stop is after ${formatLength(stop.length)} ${unit} more`;
  return `${when}, at ${own}, if nobody stops before. ${other}`;
}

function drawStop(svg, stop) {
  const plane = svg.querySelector("[data-plane]");
  const layer = addSvg(plane, "g", { class: "stop-near" });
  plane.insertBefore(layer, svg.querySelector(".ft"));
  addSvg(layer, "circle", { class: "ring", cx: stop.other[0], cy: stop.other[1], r: stop.within });
  addFixed(layer, "his", stop.other, "circle", { r: 1 });
  addFixed(layer, "flag", stop.own, "path", { d: FLAG });
  showMap(svg);
}

function removeStops() {
  document.querySelectorAll(".stop-near").forEach((layer) => layer.remove());
}

function showHint(hint) {
  const svg = hint.querySelector("[data-map]") || document.querySelector("#field [data-map]");
  const stop = planStop(hint);
  const words = hint.querySelector("[data-near-words]");
  removeStops();
  words.hidden = !stop;
  words.textContent = stop ? describeStop(stop, svg ? svg.dataset.unit : "in") : "";
  if (stop && svg) drawStop(svg, stop);
}

function updateHint(e) {
  const hint = e.target.form && e.target.form.querySelector("[data-near]");
  if (!hint || (e.target.name !== hint.dataset.near && e.target.name !== hint.dataset.within)) return;
  showHint(hint);
  if (e.type === "change") announce(hint.querySelector("[data-near-words]").textContent);
}

function showHints() {
  removeStops();
  document.querySelectorAll("[data-near]").forEach(showHint);
}

document.addEventListener("input", updateHint);
document.addEventListener("change", updateHint);
document.addEventListener("regions:settled", showHints);
showHints();
