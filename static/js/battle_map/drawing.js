// What the battle map draws so that it can be read: squares and the scale, names where there is room, a measured distance.
// A box is [left, top, right, bottom]; a token's unit is a fixed number of pixels (view.js).
import { announce } from "../shared/page.js";

const SVG = "http://www.w3.org/2000/svg";

export function addSvg(parent, kind, attributes) {
  const element = parent.appendChild(document.createElementNS(SVG, kind));
  Object.keys(attributes).forEach((key) => element.setAttribute(key, attributes[key]));
  return element;
}

export const noMotion = matchMedia("(prefers-reduced-motion: reduce)");

export function readNumbers(text) {
  return text.split(/[ ,]+/).map(Number);
}

export function gap(a, b) {
  return Math.hypot(a[0] - b[0], a[1] - b[1]);
}

export function formatLength(length) {
  return String(Math.round(length * 10) / 10);
}

export function placeOf(token) {
  return [Number(token.dataset.x), Number(token.dataset.y)];
}

export function panelOf(element) {
  return element.closest("section, fieldset, .field") || element.parentElement;
}

export function nameOf(svg) {
  const named = svg.closest("[id]");
  return named ? named.id : "";
}

// Squares as far as one sees, with lines of one width however near one looks, and the scale where it covers least.
const SCALE_SQUARES = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50]; // that half of the scale may stand for
const SCALE_LENGTH = 44; // pixels, at least, of half of it
const SCALE_SPOTS = [
  [1, 0],
  [0, 0],
  [1, 1],
  [0, 1],
  [0.5, 0],
  [0.5, 1],
];
const MARGIN = 12; // pixels
const SMALLEST_UNIT = 5.2; // pixels
const FINEST_SQUARE = 7; // pixels
const MOST_COVERED = 30; // square pixels of tokens and names beneath the scale

function overlap(a, b) {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width > 0 && height > 0 ? width * height : 0;
}

// Returns the left and top of the box of that size that covers least; null where each covers too much.
function findSpotForScale(width, height, taken, seen) {
  let best = null;
  SCALE_SPOTS.forEach(([across, down], n) => {
    const x = MARGIN + across * (seen[2] - width - 2 * MARGIN);
    const y = MARGIN + down * (seen[3] - height - 2 * MARGIN);
    const covered = taken.reduce((sum, each) => sum + overlap([x, y, x + width, y + height], each), 0);
    if (!best || n + covered < best.cost) best = { cost: n + covered, covered, x, y };
  });
  return best.covered > MOST_COVERED ? null : best;
}

function drawScale(svg, zoom, taken, seen, unit) {
  const scale = svg.querySelector(".scale");
  if (!scale) return;
  const square = Number(svg.dataset.square);
  const squares = SCALE_SQUARES.find((n) => n * square * zoom >= (SCALE_LENGTH * unit) / SMALLEST_UNIT) || 50;
  const half = squares * square;
  const length = half * zoom;
  const k = unit / SMALLEST_UNIT;
  const spot = findSpotForScale(2 * length + 28 * k, 26 * k, taken, seen);
  scale.setAttribute("display", spot ? "inline" : "none");
  if (!spot) return;
  const [left, top] = svg.getAttribute("viewBox").split(" ").map(Number);
  const at = `${left + (spot.x + 8 * k) / zoom} ${top + (spot.y + 6 * k) / zoom}`;
  scale.setAttribute("transform", `translate(${at}) scale(${1 / zoom})`);
  scale.querySelector("path").setAttribute("d", `M0-5V0H${2 * length}V-5M${length}-5V0`);
  scale.querySelectorAll("text").forEach((text, n) => {
    text.setAttribute("transform", `translate(${(n + 1) * length} ${14 * k}) scale(${k})`);
    text.textContent = Math.round((n + 1) * half * 10) / 10 + (n ? "" : ` ${svg.dataset.unit}`);
  });
}

function linesOf([left, top, width, height], step) {
  let drawn = "";
  for (let n = Math.ceil(left / step); n * step < left + width; n += 1) drawn += `M${n * step} ${top}v${height}`;
  for (let n = Math.ceil(top / step); n * step < top + height; n += 1) drawn += `M${left} ${n * step}h${width}`;
  return drawn;
}

function drawSquares(svg, zoom) {
  const ground = svg.querySelector(".ground");
  const viewBox = svg.getAttribute("viewBox").split(" ").map(Number);
  ground.textContent = "";
  [
    ["g5", Number(svg.dataset.part)],
    ["g", Number(svg.dataset.square)],
  ].forEach(([name, step]) => {
    if (step * zoom < FINEST_SQUARE || (name === "g5" && svg.dataset.part === svg.dataset.square)) return;
    addSvg(ground, "path", { class: name, d: linesOf(viewBox, step) });
  });
}

// Names are written beneath a token, or on the side where they cover neither a token nor another name. A mob that stands
// together and has no room for each of its names has one: "Orcs 1-4". A name for which there is no room at all is left out
// until one looks nearer; the token bears its letter, and the list beneath the map names everybody.

// Where a name stands beside its token: which way across and down, what part of its length lies before, and left and top of
// its box apart from that, in a token's units. The best comes first.
const SIDES = [
  [0, 1, -0.5, 0, 2.5],
  [1, 0, 0, 2.7, -1.4],
  [-1, 0, -1, -2.7, -1.4],
  [0, -1, -0.5, 0, -5.2],
  [1, 1, 0, 1.8, 1.5],
  [-1, 1, -1, -1.8, 1.5],
  [1, -1, 0, 1.8, -4.2],
  [-1, -1, -1, -1.8, -4.2],
  [0, 1, 0, -2, 2.5],
  [0, 1, -1, 2, 2.5],
  [0, -1, 0, -2, -5.2],
  [0, -1, -1, 2, -5.2],
];
const LINE = 2.6; // the height of a name, in a token's units, as are the next five
export const SIGN = 1.9; // a token's radius where nothing makes it smaller
const RADIUS = 2.1; // that radius with what stands out of it
const HALO = 1.2;
const NEIGHBOUR = 8;
const GAP = 0.4;
const MOB_PAD = 0.5;
const MOB = 2; // the fewest that are one
const MOST_RUNS = 3;
const SLACK = 0.04; // of a name's height that something may cover
const lengths = new Map(); // of each text, in a token's units

export function forgetLengths() {
  lengths.clear();
}

function fullName(name) {
  if (name.dataset.full === undefined) name.dataset.full = name.textContent.trim();
  return name.dataset.full;
}

function measureText(name, text) {
  if (lengths.has(text)) return lengths.get(text);
  if (name.textContent !== text) name.textContent = text;
  const length = name.getComputedTextLength();
  if (length) lengths.set(text, length); // out of sight a text has no length
  return length;
}

// Returns where something of a map is drawn, in pixels of the screen from the map's left and top, and the size of its unit.
// A screen may be zoomed by its style, and getCTM does not count that.
function placeOnScreen(each) {
  const matrix = each.getScreenCTM();
  const bounds = each.ownerSVGElement.getBoundingClientRect();
  return { a: matrix.a, e: matrix.e - bounds.left, f: matrix.f - bounds.top };
}

function boxOf(element, svg) {
  const [box, all] = [element, svg].map((each) => each.getBoundingClientRect());
  return [box.left - all.left, box.top - all.top, box.right - all.left, box.bottom - all.top];
}

function readToken(token) {
  const m = placeOnScreen(token);
  const asked = token.classList.contains("asked");
  const name = token.querySelector(".nm");
  const more = Number(token.dataset.radius) - SIGN + (asked ? HALO : 0);
  const r = (RADIUS + more) * m.a;
  return {
    name,
    ...readNames(token),
    x: m.e,
    y: m.f,
    unit: m.a,
    more,
    box: [m.e - r, m.f - r, m.e + r, m.f + r],
    counts: [...token.querySelectorAll(".count rect")].map((count) => boxOf(count, token.ownerSVGElement)),
    first: asked || token.classList.contains("on"),
    side: token.classList[1],
  };
}

// Returns what is to be written at a token: its name, or what all are called that are stacked there.
function readNames(token) {
  const stack = (token.dataset.stack || token.dataset.n).split(" ");
  const names = stack.map((n) => fullName(token.parentElement.querySelector(`.ft[data-n="${n}"] .nm`)));
  const numbered = names.map((each) => each.match(/^(.*\S) (\d+)$/));
  const [mob, ...kinds] = numbered.map((each) => (each ? each[1] : ""));
  const isMob = mob !== "" && kinds.every((each) => each === mob);
  const nths = isMob ? numbered.map((each) => Number(each[2])) : [];
  const text = isMob && nths.length > 1 ? nameMob(token, mob, nths) : nameFew(names);
  return { text, token, mob: isMob && !token.matches(".fanned") ? mob : "", nths };
}

function nameFew(names) {
  if (names.length < 2) return names[0];
  return names.length > 2 ? `${names[0]} and ${names.length - 1} more` : names.join(", ");
}

function boxOfTick(tick) {
  const text = tick.querySelector("text");
  const m = placeOnScreen(tick);
  if (!text) return [m.e - m.a, m.f - m.a, m.e + m.a, m.f + m.a];
  const length = text.textContent.length * 0.6 * m.a;
  const foot = m.f + Number(text.getAttribute("y")) * m.a;
  return [m.e - length, foot - 2.2 * m.a, m.e + length, foot + 0.4 * m.a];
}

function boxOfFlag(flag) {
  const m = placeOnScreen(flag);
  return [m.e, m.f - 5.4 * m.a, m.e + 3.4 * m.a, m.f - 3.2 * m.a];
}

function boxBeside(token, side, length) {
  const left = token.x + (side[3] + side[0] * token.more) * token.unit + side[2] * length;
  const top = token.y + (side[4] + (side[0] ? 0 : side[1] * token.more)) * token.unit;
  return [left, top, left + length, top + LINE * token.unit];
}

function isInside(box, seen) {
  return box[0] >= seen[0] && box[1] >= seen[1] && box[2] <= seen[2] && box[3] <= seen[3];
}

function isClear(box, boxes) {
  return boxes.every((other) => overlap(box, other) <= SLACK * LINE * (box[3] - box[1]));
}

function isNeighbour(a, b) {
  return a.mob === b.mob && a.side === b.side && Math.hypot(a.x - b.x, a.y - b.y) < NEIGHBOUR * a.unit;
}

// Mobs are numbered alike, of one side, each beside another.
function findMobs(tokens) {
  let left = tokens.filter((token) => token.mob);
  const found = [];
  while (left.length) {
    const mob = [left.shift()];
    for (let n = 0; n < mob.length; n += 1) {
      const member = mob[n];
      mob.push(...left.filter((token) => isNeighbour(token, member)));
      left = left.filter((token) => !isNeighbour(token, member));
    }
    if (mob.length >= MOB) found.push(mob.sort((a, b) => a.nths[0] - b.nths[0]));
  }
  return found;
}

// Returns the name of several of one kind by their numbers: "Orcs 1-4, 6". The map of the token has the plurals.
export function nameMob(token, kind, nths) {
  const runs = [];
  [...nths]
    .sort((a, b) => a - b)
    .forEach((nth) => {
      const last = runs[runs.length - 1];
      if (last && last[1] === nth - 1) last[1] = nth;
      else runs.push([nth, nth]);
    });
  const many = JSON.parse(token.closest("[data-map]").dataset.plurals || "{}")[kind] || kind;
  if (runs.length > MOST_RUNS) return `${nths.length} ${many}`;
  return `${many} ${runs.map(formatRun).join(", ")}`;
}

function nameAllOf(mob) {
  const { token, mob: kind } = mob[0];
  return nameMob(
    token,
    kind,
    mob.flatMap((each) => each.nths),
  );
}

function formatRun([first, last]) {
  if (first === last) return first;
  return last - first > 1 ? `${first}-${last}` : `${first}, ${last}`;
}

// Returns the boxes beneath, above and on the sides of all of a mob.
function boxesAround(mob, length) {
  const height = LINE * mob[0].unit;
  const apart = GAP * mob[0].unit;
  const [left, top] = [0, 1].map((n) => Math.min(...mob.map((token) => token.box[n])));
  const [right, bottom] = [2, 3].map((n) => Math.max(...mob.map((token) => token.box[n])));
  const middle = (left + right - length) / 2;
  const level = (top + bottom - height) / 2;
  const above = top - apart - height;
  const before = left - apart - length;
  return [
    [middle, bottom + apart],
    [middle, above],
    [right + apart, level],
    [before, level],
    [left, bottom + apart],
    [right - length, bottom + apart],
    [left, above],
    [right - length, above],
    [right + apart, top],
    [right + apart, bottom - height],
    [before, top],
    [before, bottom - height],
  ].map(([x, y]) => [x, y, x + length, y + height]);
}

function boxesFor(label) {
  const beside = (token) => SIDES.map((side) => boxBeside(token, side, label.length));
  if (label.mob) return [...boxesAround(label.mob, label.length), ...label.mob.flatMap(beside)];
  return beside(label.token);
}

// Returns what is to be written: the name of each token, or of a mob that has been joined.
function makeLabels(tokens, joined) {
  const taken = new Set(joined.flat());
  const alone = tokens.filter((token) => !taken.has(token));
  return [
    ...joined.map((mob) => ({ token: mob[0], mob, text: nameAllOf(mob), first: false })),
    ...alone.map((token) => ({ token, text: token.text, first: token.first })),
  ];
}

// Returns the first word of a name, where no other name here begins so.
function shortName(label, tokens) {
  const word = label.mob ? "" : label.text.split(" ")[0];
  const same = tokens.filter((token) => token.text.split(" ")[0] === word);
  return same.length === 1 && word !== label.text ? word : "";
}

function placeLabel(label, marks, written, seen) {
  label.length = measureText(label.token.name, label.text) * label.token.unit;
  const rooms = boxesFor(label).filter((box) => isInside(box, seen) && isClear(box, label.others));
  const free = rooms.filter((box) => isClear(box, written));
  label.rooms = rooms.length;
  label.box = free.find((box) => isClear(box, marks)) || free[0] || (label.first && rooms[0]);
}

// The label with the least room to choose from is placed first. Returns the labels without a place.
function placeLabels(labels, tokens, marks, seen) {
  const boxes = tokens.flatMap((token) => [token.box, ...token.counts]);
  const written = [];
  labels.forEach((label) => {
    label.others = label.mob ? boxes : boxes.filter((box) => box !== label.token.box);
    placeLabel(label, marks, written, seen);
  });
  const ordered = [...labels].sort((a, b) => b.first - a.first || a.rooms - b.rooms);
  ordered.forEach((label) => {
    placeLabel(label, marks, written, seen);
    const word = label.box ? "" : shortName(label, tokens);
    if (word) {
      label.text = word;
      placeLabel(label, marks, written, seen);
    }
    if (label.box) written.push(label.box);
  });
  return labels.filter((label) => !label.box);
}

function writeLabel({ token, text, box }) {
  const name = token.name;
  name.classList.toggle("away", !box);
  if (!box) return;
  if (name.textContent !== text) name.textContent = text;
  name.setAttribute("text-anchor", "middle");
  name.setAttribute("x", ((box[0] + box[2]) / 2 - token.x) / token.unit);
  name.setAttribute("y", (box[3] - token.y) / token.unit - 0.5);
}

// Returns the boxes of the names that are written, and the mobs that bear one name.
function writeNames(tokens, marks, seen) {
  tokens.forEach((token) => token.name.classList.remove("away"));
  const mobs = findMobs(tokens);
  let joined = [];
  let labels;
  let more;
  do {
    labels = makeLabels(tokens, joined);
    const failed = placeLabels(labels, tokens, marks, seen).map((label) => label.token);
    more = mobs.filter((mob) => !joined.includes(mob) && mob.some((token) => failed.includes(token)));
    joined = joined.concat(more);
  } while (more.length);
  joined.forEach((mob) => mob.slice(1).forEach((token) => token.name.classList.add("away")));
  labels.forEach(writeLabel);
  return { written: labels.filter((label) => label.box).map((label) => label.box), joined };
}

// Draws a dotted line around each mob that bears one name, unless somebody else stands within it.
function drawMobLines(svg, mobs, tokens, pixel) {
  svg.querySelectorAll(".mob-line").forEach((each) => each.remove());
  const [left, top] = svg.getAttribute("viewBox").split(" ").map(Number);
  const plane = svg.querySelector("[data-plane]");
  mobs.forEach((mob) => {
    const pad = MOB_PAD * mob[0].unit;
    const edges = [0, 1, 2, 3].map((n) => mob.map((token) => token.box[n]));
    const [x, y] = edges.slice(0, 2).map((each) => Math.min(...each) - pad);
    const [right, bottom] = edges.slice(2).map((each) => Math.max(...each) + pad);
    if (tokens.some((token) => !mob.includes(token) && overlap([x, y, right, bottom], token.box))) return;
    const sizes = { width: (right - x) * pixel, height: (bottom - y) * pixel, rx: 3 * pad * pixel };
    const place = { x: left + x * pixel, y: top + y * pixel };
    const line = addSvg(plane, "rect", { class: `mob-line ${mob[0].side}`, ...place, ...sizes });
    plane.insertBefore(line, plane.querySelector(".ft"));
  });
}

// The rings of a chosen combatant say what they are, each where it is in sight. Without the matrix that layOut has, the map
// is measured, where there is a ring.
export function nameRings(svg, matrix) {
  const rings = svg.querySelectorAll(".rings.on circle");
  svg.querySelectorAll(".ring-name").forEach((each) => each.remove());
  if (!rings.length) return;
  const pixel = 1 / (matrix || svg.getScreenCTM()).a;
  const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map(Number);
  const isSeen = ([x, y]) => x > left && x < left + width && y > top + 16 * pixel && y < top + height;
  rings.forEach((ring, n) => {
    const [x, y, r] = ["cx", "cy", "r"].map((name) => Number(ring.getAttribute(name)));
    const ways = [[0, r], [0, -r], [r, 0], [-r, 0]]; // each ring begins with another, so that near ones do not meet
    const at = [...ways.slice(n % 4), ...ways].map(([across, down]) => [x + across, y + down]).find(isSeen);
    if (!at) return;
    const text = addSvg(ring.parentElement, "text", { class: "ring-name", transform: `translate(${at}) scale(${pixel})`, y: -3 });
    text.textContent = `${ring.dataset.name}, ${formatLength(r)} ${svg.dataset.unit}`;
  });
}

// Draws what depends on where the tokens stand. While they run, no names are written. matrix: from the map's own units to
// pixels of the screen. All is measured before anything is written: a reading after a change lays the page out once more.
export function layOut(svg, matrix) {
  const bounds = svg.getBoundingClientRect();
  const seen = [0, 0, bounds.width, bounds.height];
  const flags = [...svg.querySelectorAll(".flag:not(.to-come)")].map(boxOfFlag);
  const marks = [...flags, ...[...svg.querySelectorAll(".tick")].map(boxOfTick)];
  const tokens = [...svg.querySelectorAll(".ft:not(.stacked)")].map(readToken);
  const isRunning = svg.matches("[data-running], [data-marching]");
  const { written, joined } = isRunning ? { written: [], joined: [] } : writeNames(tokens, marks, seen);
  drawMobLines(svg, joined, tokens, 1 / matrix.a);
  drawSquares(svg, matrix.a);
  nameRings(svg, matrix);
  const taken = [...tokens.map((token) => token.box), ...written, ...marks];
  drawScale(svg, matrix.a, taken, seen, tokens.length ? tokens[0].unit : SMALLEST_UNIT);
}

// Measuring: two places or tokens, one after the other, by tap, click or Enter. Between tokens the distance is the one that
// counts, also where the DM has ruled otherwise than they are drawn.
const NEAR = 18; // pixels
const measures = new Map(); // by the map's name

export function measureOf(svg) {
  const name = nameOf(svg);
  if (!measures.has(name)) measures.set(name, { on: false, ends: [] });
  return measures.get(name);
}

function tokenAt(svg, end) {
  return end.token ? svg.querySelector(`.ft[data-n="${end.token}"]`) : null;
}

function placeAtEnd(svg, end) {
  const token = tokenAt(svg, end);
  return token ? placeOf(token) : end.at;
}

function nameEnd(svg, end) {
  const token = tokenAt(svg, end);
  return token ? token.dataset.name : end.at.map(formatLength).join(", ");
}

function ruledDistance(token, number) {
  const ruled = (token.dataset.far || "").split(";").map((each) => each.split(" "));
  return ruled.find((each) => each[0] === number);
}

function measuredDistance(svg, [from, to]) {
  const token = tokenAt(svg, from);
  const ruled = token && to.token && ruledDistance(token, to.token);
  return ruled ? Number(ruled[1]) : gap(placeAtEnd(svg, from), placeAtEnd(svg, to));
}

function describeInches(svg, distance) {
  const grounds = (svg.dataset.inches || "").split(";").filter(Boolean);
  return grounds
    .map((each) => each.split(" "))
    .map(([ground, feet]) => `${formatLength(distance / Number(feet))} in ${ground}`)
    .join(", ");
}

// In preparing, the column in which a charge from one token at another arrives; for a token that is being moved it is not known.
function describeCharge(svg, [from, to]) {
  const token = tokenAt(svg, from);
  const column = token && to.token && !token.dataset.now && (token.dataset.charges || "-").split(" ")[to.token - 1];
  if (!column || column === "-") return "";
  const when = column === "later" ? "a later round" : `${svg.dataset.column} ${column}`;
  return `, a charge arrives in ${when}`;
}

function describeMeasure(svg, ends) {
  if (!ends.length) return "Measure: tap a place or a token.";
  if (ends.length < 2) return `From ${nameEnd(svg, ends[0])}. To where?`;
  const distance = measuredDistance(svg, ends);
  const inches = describeInches(svg, distance);
  const words = `${nameEnd(svg, ends[0])} to ${nameEnd(svg, ends[1])}: ${formatLength(distance)} ${svg.dataset.unit}`;
  const charge = describeCharge(svg, ends);
  return inches ? `${words} (${inches})${charge}.` : `${words}${charge}.`;
}

// What is measured: what was tapped or, in preparing, from the token that is held or chosen to the nearest of another side.
function findEnds(svg) {
  const measure = measureOf(svg);
  if (measure.on) return measure.ends;
  const token = svg.querySelector(".ft.held[data-meets]") || svg.querySelector(".ft.on[data-meets]");
  return token ? [{ token: token.dataset.n }, { token: token.dataset.meets }] : [];
}

export function drawMeasure(svg) {
  const measured = findEnds(svg);
  const old = svg.querySelector(".measured");
  const pixel = 1 / svg.getScreenCTM().a;
  if (old) old.remove();
  if (!measured.length) return;
  const layer = addSvg(svg.querySelector("[data-plane]"), "g", { class: "measured" });
  const ends = measured.map((end) => placeAtEnd(svg, end));
  ends.forEach(([cx, cy]) => addSvg(layer, "circle", { cx, cy, r: 17 * pixel }));
  if (ends.length < 2) return;
  const [a, b] = ends;
  const middle = `${(a[0] + b[0]) / 2} ${(a[1] + b[1]) / 2 - 6 * pixel}`;
  addSvg(layer, "path", { d: `M${a.join(" ")}L${b.join(" ")}` });
  const text = addSvg(layer, "text", { x: 0, y: 0, transform: `translate(${middle}) scale(${pixel})` });
  text.textContent = `${formatLength(measuredDistance(svg, measured))} ${svg.dataset.unit}${describeCharge(svg, measured)}`;
}

export function showMeasuring(svg) {
  const measure = measureOf(svg);
  const button = panelOf(svg).querySelector("[data-measure]");
  if (!button) return;
  button.setAttribute("aria-pressed", String(measure.on));
  svg.toggleAttribute("data-measuring", measure.on);
  drawMeasure(svg);
}

function announceMeasure(svg) {
  const words = panelOf(svg).querySelector("[data-picked]");
  const measure = measureOf(svg);
  words.hidden = !measure.on;
  words.textContent = measure.on ? describeMeasure(svg, measure.ends) : "";
  if (measure.on) announce(words.textContent);
}

function turnMeasuring(svg, on) {
  measures.set(nameOf(svg), { on, ends: [] });
  showMeasuring(svg);
  announceMeasure(svg);
}

function tokenNear(svg, place) {
  let least = NEAR / svg.getScreenCTM().a;
  let found = null;
  svg.querySelectorAll(".ft").forEach((token) => {
    const away = gap(placeOf(token), place);
    if (away < least) {
      least = away;
      found = token;
    }
  });
  return found;
}

export function addMeasuredEnd(svg, token, at) {
  const measure = measureOf(svg);
  const end = token || tokenNear(svg, at);
  if (measure.ends.length > 1) measure.ends = [];
  measure.ends.push({ token: end ? end.dataset.n : "", at });
  showMeasuring(svg);
  announceMeasure(svg);
}

document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-measure]");
  const svg = button && panelOf(button).querySelector("[data-map]");
  if (svg) turnMeasuring(svg, !measureOf(svg).on);
});
document.addEventListener(
  "keydown",
  (e) => {
    const panel = e.key === "Escape" && e.target.closest && e.target.closest("section, fieldset");
    const svg = panel && panel.querySelector("[data-map][data-measuring]");
    if (!svg) return;
    turnMeasuring(svg, false);
    e.stopPropagation(); // it has done its work: it does not bring the page back to now as well
  },
  true,
);

export function keepMeasureWords() {
  document.querySelectorAll("[data-map]").forEach((svg) => {
    const words = measureOf(svg).on && panelOf(svg).querySelector("[data-picked]");
    if (words && words.hidden) announceMeasure(svg);
  });
}
