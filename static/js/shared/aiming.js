// Aiming: targets and places are chosen by tapping the map, an area shows who is caught in it, and what is lacking is said
// before an answer can be sent. The form's own inputs hold the answer; the map only fills them in and follows them.
import { announce } from "./page.js";
import { addSvg, nameMob, placeOf } from "../battle_map/drawing.js";
import { showMap } from "../battle_map/view.js";

function formOf(element) {
  return element.closest("form[data-guard]");
}

function placeFieldOf(form) {
  return form.querySelector("[data-place]");
}

function readPlace(form) {
  const field = placeFieldOf(form);
  const aim = form.querySelector("[data-aim]");
  if (aim && aim.dataset.about) return aim.dataset.about.split(",").map(Number);
  const values = field ? [...field.querySelectorAll("[data-x], [data-y]")].map((each) => each.value.trim()) : [];
  return values.length === 2 && values.every((each) => each !== "") ? values.map(Number) : null;
}

function writePlace(form, place) {
  const field = placeFieldOf(form);
  [field.querySelector("[data-x]").value, field.querySelector("[data-y]").value] = place.map((each) => Math.round(each));
}

function targetInputs(form) {
  return [...form.querySelectorAll("input[data-at]")];
}

// Where several fields ask for the same, the first without an answer takes it.
function inputFor(form, id) {
  const found = targetInputs(form).filter((each) => each.value === id);
  const open = found.find((each) => !targetInputs(form).some((other) => other.name === each.name && other.checked));
  return open || found[0];
}

function choose(form, input) {
  input.checked = input.type === "radio" || !input.checked;
  input.dispatchEvent(new Event("change", { bubbles: true }));
  input.closest("li")?.scrollIntoView({ block: "nearest" });
}

// Of more than can be chosen the first gives way.
function dropFirst(form, input) {
  const most = Number(input.closest("fieldset[data-most]")?.dataset.most || 0);
  const others = targetInputs(form).filter((each) => each.name === input.name && each.checked && each !== input);
  if (input.checked && most && others.length >= most) others[0].checked = false;
}

// A whole is several targets that one tap chooses: it is chosen while all of them are.
function listOfWhole(form, whole) {
  const ids = whole.dataset.whole.split(" ");
  const field = whole.closest("fieldset");
  return targetInputs(form).filter((each) => field.contains(each) && ids.includes(each.value));
}

function chooseWhole(form, whole) {
  const field = whole.closest("fieldset");
  const members = listOfWhole(form, whole);
  targetInputs(form).forEach((each) => {
    if (field.contains(each)) each.checked = whole.checked && members.includes(each);
  });
}

function showWholes(form) {
  form.querySelectorAll("[data-whole]").forEach((whole) => {
    whole.checked = listOfWhole(form, whole).every((each) => each.checked);
  });
}

// An area: its outline at the place, and all who are shown within it.
function shapeOf(aim) {
  const { radius, across, down } = aim.dataset;
  if (radius) return { has: ([x, y]) => Math.hypot(x, y) <= Number(radius), kind: "circle", radius };
  if (!across) return null;
  return { has: ([x, y]) => Math.abs(x) <= across / 2 && Math.abs(y) <= down / 2, kind: "rect", across, down };
}

function drawArea(svg, shape, [x, y]) {
  const plane = svg.querySelector("[data-plane]");
  const attributes =
    shape.kind === "circle"
      ? { cx: x, cy: y, r: shape.radius }
      : { x: x - shape.across / 2, y: y - shape.down / 2, width: shape.across, height: shape.down };
  const layer = plane.insertBefore(addSvg(plane, shape.kind, { class: "area", ...attributes }), svg.querySelector(".ft"));
  return layer;
}

function tokensIn(svg, shape, [x, y]) {
  return [...svg.querySelectorAll(".ft[data-name]")].filter((token) => {
    const at = placeOf(token);
    return shape.has([at[0] - x, at[1] - y]);
  });
}

// Returns the names of all: "Goblins 3-10, Ogre 1".
function nameAll(tokens) {
  const kinds = new Map();
  tokens.forEach((token) => {
    const [, kind, nth] = token.dataset.name.match(/^(.*\S) (\d+)$/) || [null, token.dataset.name, ""];
    kinds.set(kind, [...(kinds.get(kind) || []), nth]);
  });
  return [...kinds]
    .map(([kind, nths]) => (nths.length > 1 ? nameMob(tokens[0], kind, nths.map(Number)) : `${kind} ${nths[0]}`.trim()))
    .join(", ");
}

function setWords(element, words) {
  if (!element) return;
  element.hidden = !words;
  if (element.textContent !== words) element.textContent = words;
}

function showArea(form, aim, svg) {
  const shape = shapeOf(aim);
  const place = readPlace(form);
  svg.querySelectorAll(".area, .spot").forEach((each) => each.remove());
  if (!place) return null;
  const plane = svg.querySelector("[data-plane]");
  addSvg(plane, "circle", { class: "spot me", cx: place[0], cy: place[1], r: 1.2 });
  if (!shape) return null;
  drawArea(svg, shape, place);
  return tokensIn(svg, shape, place);
}

// Who is caught is what the magic is aimed at.
function aimAtCaught(form, caught) {
  const ids = caught.map((each) => each.dataset.pick);
  targetInputs(form).forEach((input) => {
    if (input.type === "checkbox") input.checked = ids.includes(input.value);
  });
}

function countCaught(others, friends) {
  const inside = others.length ? `${others.length} inside: ${nameAll(others)}.` : "Nobody that you see is inside.";
  return others.length && !friends.length ? `${inside} None of yours.` : inside;
}

function showAim(aim) {
  const form = formOf(aim);
  const svg = aim.querySelector("[data-map]");
  const caught = showArea(form, aim, svg);
  if (caught && aim.dataset.touched !== "targets") aimAtCaught(form, caught);
  const chosen = targetInputs(form)
    .filter((each) => each.checked)
    .map((each) => each.value);
  const tokens = [...svg.querySelectorAll(".ft[data-name]")];
  tokens.forEach((token) => {
    token.classList.toggle("on", chosen.includes(token.dataset.pick));
    token.classList.toggle("friend", !!caught && caught.includes(token) && token.classList.contains("party"));
  });
  const friends = caught ? caught.filter((each) => each.classList.contains("party")) : [];
  const others = caught ? caught.filter((each) => !friends.includes(each)) : [];
  setWords(aim.querySelector("[data-aimed]"), caught ? countCaught(others, friends) : "");
  setWords(aim.querySelector("[data-friends]"), friends.length ? `Yours inside: ${nameAll(friends)}` : "");
  showMap(svg);
}

document.addEventListener("map:tapped", (e) => {
  const aim = e.target.closest("[data-aim]");
  if (!aim) return;
  const form = formOf(aim);
  const { token, at } = e.detail;
  const input = token && token.dataset.pick && inputFor(form, token.dataset.pick);
  const takesPlace = placeFieldOf(form);
  if (input && !(takesPlace && shapeOf(aim))) {
    aim.dataset.touched = "targets";
    choose(form, input);
  } else if (takesPlace) {
    delete aim.dataset.touched;
    writePlace(form, token ? placeOf(token) : at);
  } else if (token) {
    announce(`${token.dataset.name} cannot be chosen here.`);
  }
  showForm(form);
});

// What is lacking. The seal waits for it, and says so.
function isAnswered(form, name) {
  return targetInputs(form).some((each) => each.name === name && each.checked);
}

function findLacking(form) {
  const groups = [...form.querySelectorAll("input[type=radio][required]")].map((each) => each.name);
  if (groups.some((name) => !form.querySelector(`input[name="${CSS.escape(name)}"]:checked`))) {
    return groups.some((name) => form.querySelector(`input[data-at][name="${CSS.escape(name)}"]`) && !isAnswered(form, name))
      ? form.dataset.lacks
      : "Something is still to be chosen.";
  }
  const short = [...form.querySelectorAll("fieldset[data-least]")].some(
    (field) => field.querySelectorAll("input:checked").length < Number(field.dataset.least),
  );
  if (short) return form.dataset.lacks;
  const field = placeFieldOf(form);
  if (field && field.querySelector("[required]") && !readPlace(form)) return "Choose a place first: tap the map.";
  const isAimed = targetInputs(form).some((each) => each.checked) || readPlace(form);
  return form.dataset.either && !isAimed ? `Choose ${form.dataset.either} first.` : "";
}

// What is out of reach is said before the seal, and the button says what happens instead.
function showReach(form, send) {
  const chosen = targetInputs(form).filter((each) => each.checked);
  const far = chosen.filter((each) => each.dataset.warning);
  const [first] = far;
  const isFew = far.length === 1 || chosen.length === 1;
  const words = isFew && first ? `${first.dataset.called} ${first.dataset.warning}` : "";
  const several = !isFew && first ? `${far.length} of ${chosen.length} are too far away: ${far[0].dataset.called} and others.` : "";
  setWords(form.querySelector("[data-warned]"), words || several);
  const label = send && send.querySelector("[data-seals]");
  if (!label) return;
  if (!label.dataset.seals) label.dataset.seals = label.textContent;
  const act = far.length && far.length === chosen.length ? first.dataset.act : "";
  label.textContent = act ? `Seal: ${act}` : label.dataset.seals;
}

function showForm(form) {
  form.querySelectorAll("[data-aim]").forEach(showAim);
  showWholes(form);
  const lacking = findLacking(form);
  const send = form.querySelector("button[name=done]");
  setWords(form.querySelector("[data-lacking]"), lacking);
  showReach(form, send);
  if (!send || send.dataset.tapped !== undefined) return;
  send.disabled = !!lacking;
  send.hidden = !!lacking; // a line says what is lacking, in place of the button
}

// Coordinates are folded away where the map can be tapped.
function foldTyped(form) {
  form.querySelectorAll("[data-place] [data-typed]").forEach((typed) => {
    if (typed.dataset.typed || !form.querySelector("[data-aim]")) return;
    typed.dataset.typed = "folded";
    if (!typed.contains(document.activeElement)) typed.open = false;
  });
}

function showForms() {
  document.querySelectorAll("form[data-guard]").forEach((form) => {
    foldTyped(form);
    showForm(form);
  });
}

document.addEventListener("change", (e) => {
  const form = formOf(e.target);
  if (!form) return;
  const aim = form.querySelector("[data-aim]");
  if (e.target.matches("[data-whole]")) chooseWhole(form, e.target);
  if (e.target.matches("[type=checkbox][data-at]")) dropFirst(form, e.target);
  if (aim && e.target.matches("[data-at], [data-whole]")) aim.dataset.touched = "targets";
  if (aim && e.target.matches("[data-x], [data-y]")) delete aim.dataset.touched;
  showForm(form);
});
document.addEventListener("input", (e) => {
  if (e.target.matches("[data-x], [data-y]") && formOf(e.target)) showForm(formOf(e.target));
});
document.addEventListener("regions:settled", showForms);
showForms();
