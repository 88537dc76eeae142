// Moving a combatant on the map: its token is shown there, and then the move is recorded. In play that is a ruling, with its
// note; before the fight it goes into the form of places, which is sent at once, and the map is drawn again.
import { announce, loadLater } from "../shared/page.js";
import { placeOf } from "../battle_map/drawing.js";
import { placeToken, showMap } from "../battle_map/view.js";
import { closeMenus, selected } from "./roster.js";

const unsentRulings = new Map(); // what was filled in, by the id of the map's region
let sendingPlaces = null;

function toSteps(place, step) {
  return place.map((each) => Math.round(Math.round(each / step) * step * 100) / 100);
}

function moveToken(token, place) {
  if (!token.dataset.drawn) token.dataset.drawn = placeOf(token).join(" ");
  placeToken(token, place);
  token.dataset.now = place.join(" ");
  showMap(token.closest("[data-map]"));
}

function returnToken(token) {
  if (!token || !token.dataset.drawn) return;
  placeToken(token, token.dataset.drawn.split(" ").map(Number));
  delete token.dataset.drawn;
  delete token.dataset.now;
  showMap(token.closest("[data-map]"));
}

function findToken(panel, handle) {
  return panel.querySelector(`.ft[data-handle="${CSS.escape(handle)}"]`);
}

function describeMove(token, place) {
  const unit = token.closest("[data-map]").dataset.unit;
  return `${token.dataset.name}: from ${token.dataset.from} to ${place.join(", ")} ${unit}`;
}

function fillInRuling(form, token, place, byKey) {
  const { who, x, y, tap, note } = form.elements;
  if (who.value && who.value !== token.dataset.handle) returnToken(findToken(form.closest("section"), who.value));
  form.hidden = false;
  who.value = token.dataset.handle;
  x.value = place[0];
  y.value = place[1];
  tap.value = "";
  form.querySelector("[data-put-words]").textContent = describeMove(token, place);
  if (byKey) announce(`${describeMove(token, place)}. Tab to the note and Move.`);
  else note.focus();
}

function dropRuling(form) {
  returnToken(findToken(form.closest("section"), form.elements.who.value));
  form.elements.note.value = "";
  form.elements.who.value = "";
  form.hidden = true;
}

// Before the fight, places are sent by the page's own module.
const preparing = document.querySelector(".prep") ? loadLater(() => import("./preparing.js")) : null;

function loadPlans(e) {
  if (e.target.matches("[data-plans]")) loadLater(() => import("../battle_map/plan.js"));
}

document.addEventListener("toggle", loadPlans, true);

document.addEventListener("combatant:moved", (e) => {
  const token = e.target;
  const svg = token.closest("[data-map]");
  const panel = svg.closest("section");
  const form = panel.querySelector("[data-put]");
  const place = toSteps(e.detail.at, Number(svg.dataset.step));
  moveToken(token, place);
  if (!form) token.dataset.unsent = "";
  if (!e.detail.done) return;
  if (form && selected.size > 1 && selected.has(token.dataset.handle)) {
    fillInFormation(place, token.dataset.handle);
    return;
  }
  if (form) {
    fillInRuling(form, token, place, e.detail.keys);
    return;
  }
  clearTimeout(sendingPlaces);
  const send = ({ sendPlaces }) => sendPlaces(panel, token, place, describeMove(token, place));
  sendingPlaces = setTimeout(() => preparing.then(send), e.detail.keys ? 600 : 0);
});
document.addEventListener("click", (e) => {
  const button = e.target.closest("[data-leave]");
  if (button) dropRuling(button.form);
});
document.addEventListener("keydown", (e) => {
  const form = e.key === "Escape" && document.querySelector("[data-put]:not([hidden])");
  if (form && e.target.closest("#field")) dropRuling(form);
});

// The map is drawn again while the DM is about to move a combatant: the move stays until it is sent or left.
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const region = e.detail.target;
  const form = region && region.querySelector && region.querySelector("[data-put]:not([hidden])");
  if (form && form.dataset.busy === undefined) unsentRulings.set(region.id, new FormData(form));
});
document.addEventListener("regions:settled", () => {
  unsentRulings.forEach((given, id) => {
    const region = document.getElementById(id);
    const form = region && region.querySelector("[data-put]");
    const token = form && findToken(region, given.get("who"));
    if (!token || !form.hidden) return;
    const place = [Number(given.get("x")), Number(given.get("y"))];
    moveToken(token, place);
    fillInRuling(form, token, place, true);
    form.elements.note.value = given.get("note");
  });
  unsentRulings.clear();
});

// One of the selected ones who is dragged, or a tap on the map while Move is open, says where all of them go.
function fillInFormation(place, lead) {
  const form = document.getElementById("several");
  const details = form.querySelector("[data-pop]:has([name=move])");
  const { x, y, lead: leader } = form.elements;
  [x.value, y.value] = place;
  leader.value = lead;
  form.elements.tap.value = "";
  closeMenus(details);
  details.open = true;
  details.querySelector("[name=move]").focus();
  announce(`${selected.size} go to ${place.join(", ")} in formation. Press Move there.`);
}

document.addEventListener("place:tapped", (e) => {
  const spot = document.querySelector("[data-spot]");
  if (spot) {
    const [x, y] = toSteps(e.detail.at, Number(e.target.dataset.step));
    spot.value = x;
    spot.form.elements["y.spot"].value = y;
  }
  if (!document.querySelector("[data-pop][open] [name=move]")) return;
  fillInFormation(toSteps(e.detail.at, Number(e.target.dataset.step)), "");
});
document.addEventListener("roster:unselecting", () => {
  document.querySelectorAll("#field .ft.selected").forEach(returnToken);
});
