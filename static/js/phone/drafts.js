// Drafts: orders that are kept on this phone only, by fight, seat and character. What one comes to is asked of the server
// each time that it is shown, which records nothing of it. It goes when it is sealed, or cleared.
import { dropOthers, keep, readKept } from "../shared/kept.js";
import { announce } from "../shared/page.js";

const table = `draft ${location.pathname.split("/").slice(0, 3).join("/")}`;
const own = `${table} ${document.body.dataset.seat}`;
const shown = new WeakSet(); // the places that hold their draft already

const keyOf = (who) => `${own} ${who}`;

function regionOf(element) {
  return element.closest(".drafts");
}

// Without signal the words are those of the last time.
function showWords(place, draft) {
  const [label, words] = [document.createElement("p"), document.createElement("p")];
  label.className = "label";
  label.textContent = "Draft, only on this phone";
  words.className = "draft-words";
  words.textContent = draft.words || "Your draft is shown when the signal is back.";
  const card = document.createElement("div");
  card.className = "draft";
  card.append(label, words);
  place.replaceChildren(card);
}

function showDraft(region) {
  const place = region.querySelector("[data-draft]");
  const { who, check, sealed } = region.dataset;
  if (sealed !== undefined) keep(keyOf(who), null);
  const draft = place && readKept(keyOf(who));
  if (!draft || shown.has(place)) return;
  shown.add(place);
  fetch(`${check}${check.includes("?") ? "&" : "?"}${draft.query}`, { headers: { "HX-Request": "true" } })
    .then((response) => (response.status === 200 ? response.text() : ""))
    .then((html) => {
      place.innerHTML = html;
      htmx.process(place);
      const words = place.querySelector(".draft-words");
      const isSame = readKept(keyOf(who))?.query === draft.query; // it may have been sealed or cleared meanwhile
      if (words && isSame) keep(keyOf(who), { ...draft, words: words.textContent.trim() });
    })
    .catch(() => showWords(place, draft));
}

function showDrafts() {
  document.querySelectorAll(".drafts[data-who]").forEach(showDraft);
}

// A form that drafts has answered when its last step is done: the choices are kept before the page moves on.
document.addEventListener("htmx:beforeSwap", (e) => {
  const { xhr, requestConfig } = e.detail;
  const form = requestConfig && requestConfig.elt;
  if (!form || !form.matches("form[data-drafts]") || xhr.status !== 200) return;
  const body = new URLSearchParams(requestConfig.formData || requestConfig.parameters);
  if (xhr.getResponseHeader("X-Draft") !== "complete") return;
  const query = new URLSearchParams([...body].filter(([name]) => name.startsWith("answer."))).toString();
  const region = document.querySelector(".drafts[data-who]");
  keep(keyOf(region.dataset.who), { query });
  announce("Your draft is kept on this phone.");
});

document.addEventListener("click", (e) => {
  const clear = e.target.closest("[data-draft-clear]");
  if (!clear) return;
  const region = regionOf(clear);
  keep(keyOf(region.dataset.who), null);
  region.querySelector("[data-draft]").replaceChildren();
});

document.addEventListener("regions:settled", showDrafts);
dropOthers(table, own);
showDrafts();
