// Weapons, spells and devices by name: each is a chip with a cross, and a search adds others. The text field stays, hidden, and
// is what is sent.
const MOST_FOUND = 6;

const listNames = (text) => text.split(/[,\n]/).map((each) => each.trim()).filter(Boolean);

function make(tag, given, ...inner) {
  const element = Object.assign(document.createElement(tag), given);
  element.append(...inner);
  return element;
}

// The names that hold every typed word: first those that begin with the text. Spells are only those of the classes.
function findNames(field, typed) {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const cast = ["class_", "class_2", "class_3"].map((name) => field.form.elements[name]?.value).filter(Boolean);
  const options = [...document.getElementById(field.dataset.names).options];
  const own = options.filter((each) => !cast.length || !each.dataset.class || cast.includes(each.dataset.class));
  const hits = own.filter((each) => words.length && words.every((word) => each.value.toLowerCase().includes(word)));
  const late = (each) => !each.value.toLowerCase().startsWith(words[0]);
  return hits.sort((a, b) => late(a) - late(b)).slice(0, MOST_FOUND).map((each) => each.value);
}

function offer(words, button, press) {
  const add = make("button", { type: "button", className: "b quiet small", textContent: button });
  add.addEventListener("click", press);
  return make("li", {}, make("span", {}, words), add);
}

// What is offered for a typed name; one that no table has may become a weapon, with the damage as written.
function listOffers(field, typed, add) {
  const found = findNames(field, typed);
  if (found.length || !typed) return found.map((name) => offer(name, "Add", () => add(name)));
  const words = `No ${field.dataset.one} \u201c${typed}\u201d.`;
  if (!field.dataset.make) return [make("li", {}, words)];
  const name = /\d$/.test(typed) ? typed : `${typed} ${field.dataset.make}`;
  return [offer(words, `Make it a club with ${name.split(" ").pop()}`, () => add(name))];
}

function drawChips(field, chips, removed) {
  const names = listNames(field.value);
  const draw = (name, at) => {
    const cross = make("button", { type: "button", className: "b quiet icon", ariaLabel: `Remove ${name}`, textContent: "\u00d7" });
    cross.addEventListener("click", () => removed(names.filter((_, n) => n !== at)));
    return make("li", {}, name, cross);
  };
  chips.replaceChildren(...names.map(draw));
}

function showChips(field) {
  const label = document.querySelector(`label[for="${field.id}"]`);
  const title = label.textContent.trim();
  const search = make("input", { type: "text", placeholder: "Search", autocomplete: "off", ariaLabel: `Search ${title.toLowerCase()}` });
  const chips = make("ul", { className: "name-chips", ariaLabel: title });
  const finds = make("ul", { className: "finds", hidden: true });
  let marked = 0;

  function mark(to) {
    const all = [...finds.children];
    marked = Math.max(0, Math.min(all.length - 1, to));
    all.forEach((each, n) => each.classList.toggle("marked", n === marked));
  }

  function find() {
    const typed = search.value.trim().replace(/,/g, " ");
    finds.replaceChildren(...listOffers(field, typed, (name) => take([...listNames(field.value), name])));
    finds.hidden = !typed;
    if (typed) finds.scrollIntoView({ block: "nearest" });
    mark(0);
  }

  function take(names) {
    field.value = names.join(", ");
    search.value = "";
    drawChips(field, chips, take);
    find();
    search.focus();
  }

  search.addEventListener("input", find);
  search.addEventListener("keydown", (e) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
    if (by) mark(marked + by);
    else if (e.key === "Enter" && search.value.trim()) finds.children[marked]?.querySelector("button")?.click();
    else return;
    e.preventDefault();
  });
  label.addEventListener("click", () => search.focus());
  field.hidden = true;
  field.after(make("div", { className: "names" }, chips, make("div", { className: "search" }, search), finds));
  field.parentElement.querySelector(".form-text")?.remove(); // how names are typed
  drawChips(field, chips, take);
  if (!field.autofocus) return;
  search.focus();
  field.parentElement.querySelector(".make")?.scrollIntoView({ block: "nearest" });
}

// A table within braces has commas of its own.
export function showAllChips() {
  document.querySelectorAll("textarea[data-names]:not([hidden])").forEach((field) => {
    if (!field.value.includes("{")) showChips(field);
  });
}

showAllChips();

// One of the party is a player's character, until somebody says otherwise.
const played = document.querySelector("[data-follows]");
let isChosen = false;
document.addEventListener("change", (e) => {
  if (e.target === played) isChosen = true;
  if (e.target.name === "side" && played && !isChosen) played.checked = e.target.value === played.dataset.follows;
});
