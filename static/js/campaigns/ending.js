// The page of an ended fight counts again at each change. What the DM types meanwhile stays.
import { loadAndAct } from "../shared/page.js";

const form = document.querySelector("[data-ending]");
let asked = 0;

// A figure that was not touched since it was posted takes what the server counted.
function takeFigures(page, posted) {
  form.querySelectorAll("input.figure").forEach((field) => {
    const other = page.getElementById(field.id);
    if (!other) return;
    const was = field.previousElementSibling;
    if (field.value === posted.get(field.name) && field !== document.activeElement) {
      field.value = other.value;
      was.value = other.previousElementSibling.value;
    }
    field.toggleAttribute("aria-invalid", other.hasAttribute("aria-invalid"));
    if (field.hasAttribute("aria-invalid")) field.setAttribute("aria-invalid", "true");
  });
}

async function count() {
  const turn = (asked += 1);
  const posted = new FormData(form);
  posted.set("do", "count");
  const answered = await fetch(location.href, { method: "POST", body: posted });
  if (!answered.ok || turn !== asked) return;
  const page = new DOMParser().parseFromString(await answered.text(), "text/html");
  if (turn !== asked || !page.querySelector("[data-ending]")) return;
  takeFigures(page, posted);
  document.querySelectorAll("[data-counted]").forEach((place) => {
    const other = page.getElementById(place.id);
    if (other && place.textContent !== other.textContent) place.textContent = other.textContent;
  });
}

// What is typed into a figure that was clicked replaces it. The click itself puts the caret, so it is selected after it.
let entered = null;
form.addEventListener("focusin", (e) => {
  entered = e.target.matches("input.figure") ? e.target : null;
});
form.addEventListener("click", (e) => {
  if (e.target === entered) entered.select();
  entered = null;
});

form.addEventListener("change", () => count().catch(() => {})); // without signal the page stays as it is

// Enter in a field, and "Count again", do not load the page anew.
form.addEventListener("submit", (e) => {
  if (!e.submitter || e.submitter.value !== "count") return;
  e.preventDefault();
  loadAndAct(count, () => {});
});

document.addEventListener(
  "keydown",
  (e) => {
    if (!(e.ctrlKey || e.metaKey) || e.key !== "Enter") return;
    e.preventDefault();
    e.stopPropagation();
    form.requestSubmit(document.querySelector("[data-carry]"));
  },
  true,
);
