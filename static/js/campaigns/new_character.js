// The form of a character: weapons, spells and devices are chips with a search. Beside a new one stands the sheet as it will
// be, and grey numbers follow from class and level.
import "./main.js";
import { loadLater } from "../shared/page.js";

if (document.querySelector("[data-names]")) loadLater(() => import("../dm/names.js"));

const form = document.querySelector("form[data-looks]");
let waiting = null;
let asked = 0;

// Asks for the page as it would be with what is typed, and takes its sheet and its grey numbers.
async function look() {
  asked += 1;
  const turn = asked;
  const given = new FormData(form);
  given.append("look", "1");
  const answer = await fetch(form.action, { method: "POST", body: given }).catch(() => null);
  if (!answer || !answer.ok || turn !== asked) return;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const fresh = page.getElementById("preview");
  if (!fresh) return;
  document.getElementById("preview").replaceWith(fresh);
  page.querySelectorAll("form[data-looks] input[placeholder]").forEach((each) => {
    const own = form.elements[each.name];
    if (own) own.placeholder = each.placeholder;
  });
}

if (form) {
  ["input", "change", "click"].forEach((name) => {
    form.addEventListener(name, () => {
      clearTimeout(waiting);
      waiting = setTimeout(look, 400);
    });
  });
}
