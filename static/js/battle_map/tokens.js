// Tokens on the battle map. Each stands at its combatant's place, for every viewer alike; what gives way is its size. Two that
// would cover each other shrink, both. Of those that are nearer still, one stands for all with their number, and each of the
// others is a dot at its place. A tap fans these out: until the next tap they stand in a circle, each with a line to its place.
// Lengths are pixels of the screen, where text is 16 pixels high; they grow with it.
import { addSvg, gap, placeOf, SIGN } from "./drawing.js";

const LEAST = 9; // the least radius
const DOT = 4; // the radius of a dot
const STACKED = 12; // nearer than this they are stacked
const APART = 24; // nearer than this a finger cannot tell them apart
const SHARED = 0.52; // of the distance between two, at most, is the radius of each
const TOUCH = 16.5; // the radius of what a finger hits
const FANNED = 22; // the radius of a token that is fanned out

// Who stands for others: who is asked, chosen or moved, then the party, then the lowest number.
function rankOf(token) {
  const isForemost = token.dataset.now || token.matches(".asked, .on, .selected, .held, :focus");
  const side = ["party", "other", "foes"].findIndex((each) => token.classList.contains(each));
  return isForemost ? -1 : side + (token.classList.contains("down") ? 3 : 0);
}

// Those who stand near a point are found without looking at everybody.
class Neighbourhood {
  constructor(far) {
    this.far = far;
    this.cells = new Map();
  }

  keyOf(x, y) {
    return `${Math.floor(x / this.far)} ${Math.floor(y / this.far)}`;
  }

  add(spot) {
    const key = this.keyOf(spot.x, spot.y);
    if (!this.cells.has(key)) this.cells.set(key, []);
    this.cells.get(key).push(spot);
  }

  // Returns the nearest other spot, or null, and how far it is.
  findNearest({ x, y }, except) {
    let nearest = { spot: null, far: this.far };
    [-1, 0, 1].forEach((across) => {
      [-1, 0, 1].forEach((down) => {
        const here = this.cells.get(this.keyOf(x + across * this.far, y + down * this.far)) || [];
        here.forEach((spot) => {
          const far = Math.hypot(spot.x - x, spot.y - y);
          if (spot !== except && far < nearest.far) nearest = { spot, far };
        });
      });
    });
    return nearest;
  }
}

function stackSpots(spots, text) {
  const leaders = new Neighbourhood(STACKED * text);
  [...spots]
    .sort((a, b) => a.rank - b.rank || a.number - b.number)
    .forEach((spot) => {
      spot.leader = leaders.findNearest(spot, spot).spot || spot;
      spot.leader.members.push(spot);
      if (spot.leader === spot) leaders.add(spot);
    });
}

function sizeSpots(spots, most, text) {
  const leaders = spots.filter((spot) => spot.leader === spot);
  const near = new Neighbourhood(2 * Math.max(most, TOUCH * text));
  leaders.forEach((spot) => near.add(spot));
  spots.forEach((spot) => {
    spot.radius = spot.touch = DOT * text;
  });
  leaders.forEach((spot) => {
    const { spot: other, far } = near.findNearest(spot, spot);
    const least = Math.min(most, LEAST * text);
    spot.radius = other ? Math.min(most, Math.max(least, SHARED * far)) : most;
    spot.touch = Math.min(TOUCH * text, other ? far / 2 : TOUCH * text);
  });
}

// Returns where each token is drawn, in pixels from the plane's zero, and how large.
function findSpots(svg, { unit, text }, pixels) {
  const spots = [...svg.querySelectorAll(".ft")].map((token, n) => {
    const [x, y] = placeOf(token).map((each) => each * pixels);
    token.dataset.layer ||= n; // as it was sent
    const { n: number, layer } = token.dataset;
    return { token, number: Number(number), layer: Number(layer), x, y, rank: rankOf(token), members: [] };
  });
  const footprint = (Number(svg.dataset.footprint) / 2) * pixels;
  stackSpots(spots, text);
  sizeSpots(spots, Math.min(SIGN * unit, Math.max(LEAST * text, footprint)), text);
  return spots;
}

// The members of a fan stand in a circle about their place, as far as the map has room.
function fanSpots(svg, spots, fan, { text }, pixels) {
  const members = spots.filter((spot) => fan.includes(spot.token.dataset.name));
  if (members.length < 2) return [];
  const [left, top, width, height] = svg.getAttribute("viewBox").split(" ").map((each) => Number(each) * pixels);
  const edge = (FANNED + 2) * text;
  const room = Math.min(width, height) / 2 - edge;
  const around = Math.min(room, Math.max(60 * text, (members.length * (FANNED + 2) * text) / Math.PI));
  const within = (at, from, length) => Math.min(from + length - edge - around, Math.max(from + edge + around, at));
  const [x, y] = [within(members[0].x, left, width), within(members[0].y, top, height)];
  members.forEach((spot, n) => {
    const angle = (2 * Math.PI * n) / members.length - Math.PI / 2;
    spot.fanned = [x + around * Math.cos(angle), y + around * Math.sin(angle)];
    spot.radius = spot.touch = Math.min(FANNED * text, (Math.PI * around) / members.length);
  });
  return members;
}

function drawVeil(svg, members, pixels) {
  const [x, y, width, height] = svg.getAttribute("viewBox").split(" ");
  const layer = addSvg(svg.querySelector("[data-plane]"), "g", { class: "fan" });
  addSvg(layer, "rect", { class: "veil", x, y, width, height });
  members.forEach((spot) => {
    const [[fromX, fromY], [toX, toY]] = [[spot.x, spot.y], spot.fanned].map((at) => at.map((each) => each / pixels));
    addSvg(layer, "path", { class: "lead", d: `M${fromX} ${fromY}L${toX} ${toY}` });
    addSvg(layer, "circle", { class: "true", cx: fromX, cy: fromY, r: DOT / pixels });
  });
  return layer;
}

// Lays dots beneath all other tokens, and those that are fanned out on top, above the veil. What has the focus keeps it.
function layTokens(svg, spots, veil) {
  const layerOf = ({ token, leader, fanned }) => (fanned ? 2 : Number(leader.token === token));
  const ordered = [...spots].sort((a, b) => layerOf(a) - layerOf(b) || a.layer - b.layer).map((spot) => spot.token);
  const focused = document.activeElement;
  const isOrdered = [...svg.querySelectorAll(".ft")].every((token, n) => token === ordered[n]);
  const plane = svg.querySelector("[data-plane]");
  if (!isOrdered) plane.append(...ordered);
  if (veil) ordered.find((token) => token.classList.contains("fanned")).before(veil);
  if (ordered.includes(focused)) focused.focus({ preventScroll: true });
}

function drawCount(spot, unit) {
  const old = spot.token.querySelector(".count");
  if (old) old.remove();
  if (spot.members.length < 2 || spot.fanned) return;
  const beside = spot.radius / unit;
  const words = `\u00d7${spot.members.length}`;
  const count = addSvg(spot.token, "g", { class: "count", transform: `translate(${0.6 * beside} ${-beside - 2.6})` });
  addSvg(count, "rect", { width: 1.2 + 1.5 * words.length, height: 3.2, rx: 0.4 });
  addSvg(count, "text", { x: 0.6 + 0.75 * words.length, y: 2.5 }).textContent = words;
}

function drawToken({ token, x, y, leader, members, fanned, radius, touch }, { unit }, pixels) {
  const hit = token.querySelector(".hit");
  const isDot = leader.token !== token && !fanned;
  token.classList.toggle("stacked", isDot);
  token.classList.toggle("fanned", !!fanned);
  token.dataset.stack = (fanned ? [token] : members.map((each) => each.token)).map((each) => each.dataset.n).join(" ");
  token.dataset.dx = fanned ? (fanned[0] - x) / unit : 0;
  token.dataset.dy = fanned ? (fanned[1] - y) / unit : 0;
  token.dataset.radius = radius / unit;
  token.querySelector(".body").setAttribute("transform", `scale(${radius / unit / SIGN})`);
  if (hit) hit.setAttribute("r", touch / unit);
}

// size: the pixels of a token's unit, and how much larger than 16 pixels text is; pixels: those of the plane's unit; fan: the
// names of who is fanned out. Returns whether anybody is.
export function arrangeTokens(svg, size, pixels, fan) {
  const old = svg.querySelector(".fan");
  if (old) old.remove();
  const spots = findSpots(svg, size, pixels);
  const members = fanSpots(svg, spots, fan, size, pixels);
  spots.forEach((spot) => {
    drawToken(spot, size, pixels);
    drawCount(spot, size.unit);
  });
  layTokens(svg, spots, members.length ? drawVeil(svg, members, pixels) : null);
  return members.length > 0;
}

// Returns the names that a tap on a token may mean: of all who are stacked there, and for a finger of all who are too near.
export function findTogether(svg, token, size, pixels, isFinger) {
  const spots = findSpots(svg, size, pixels);
  const meant = spots.find((spot) => spot.token === token);
  const near = (spot) => isFinger && gap([spot.x, spot.y], [meant.x, meant.y]) < APART * size.text;
  return spots.filter((spot) => spot.leader === meant.leader || near(spot)).map((spot) => spot.token.dataset.name);
}
