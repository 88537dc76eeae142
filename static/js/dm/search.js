// The search for combatants shows what it finds while somebody types. The arrows mark another of them; Enter adds the marked one.
let searching = null;
let found = ""; // the text of which the offers are shown

function offersOf(form) {
  return [...form.parentElement.querySelectorAll(".finds > li")];
}

function mark(form, by) {
  const all = offersOf(form);
  const before = all.findIndex((each) => each.classList.contains("marked"));
  const next = Math.max(0, Math.min(all.length - 1, before + by));
  all.forEach((each, n) => each.classList.toggle("marked", n === next));
  if (by && all.length) all[next].scrollIntoView({ block: "nearest" });
}

function search(form) {
  clearTimeout(searching);
  const text = form.elements.q.value;
  return fetch(`${form.dataset.search}?q=${encodeURIComponent(text)}`)
    .then((response) => (response.ok && !response.redirected ? response.text() : Promise.reject(response)))
    .then((html) => {
      if (form.elements.q.value !== text) return;
      form.parentElement.querySelector(".offers").innerHTML = html;
      found = text;
      mark(form, 0);
    })
    .catch(() => form.submit());
}

async function addMarked(form) {
  const text = form.elements.q.value;
  if (text !== found) await search(form);
  if (form.elements.q.value !== text) return;
  const button = form.parentElement.querySelector(".finds > .marked button");
  found = "";
  if (button) button.click();
}

document.addEventListener("input", (e) => {
  const form = e.target.closest("[data-search]");
  if (!form) return;
  clearTimeout(searching);
  searching = setTimeout(() => search(form), 150);
});
document.addEventListener("keydown", (e) => {
  const form = e.target.closest("[data-search]");
  const by = { ArrowDown: 1, ArrowUp: -1 }[e.key];
  if (!form || !by) return;
  e.preventDefault();
  mark(form, by);
});
document.addEventListener("submit", (e) => {
  if (!e.target.matches("[data-search]")) return;
  e.preventDefault();
  addMarked(e.target);
});
// What was typed before this script had come.
const begun = document.querySelector("[data-search]");
if (begun && begun.elements.q.value !== begun.elements.q.defaultValue) search(begun);
