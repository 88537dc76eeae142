// The DM's pages: in play, and while a fight is prepared.
import { loadAndAct, loadLater } from "../shared/page.js";
import "../shared/live.js";
import "../shared/answering.js";
import "../battle_map/view.js";
import "./keys.js";
import "./roster.js";
import "./moving.js";
import "./tabs.js";

// What few pages need is loaded when it is there: autoplay between segments, a search when somebody goes to it, chips where
// names are typed.
const importAutoplay = () => import("./autoplay.js");

function loadAutoplay() {
  if (document.querySelector("[data-autoplay]")) loadLater(importAutoplay);
}

function loadSearch(element) {
  if (element.closest("[data-search]")) loadLater(() => import("./search.js"));
  if (element.matches("[data-filters]")) loadLater(() => import("./filters.js"));
}

document.addEventListener("regions:settled", loadAutoplay);
loadAutoplay();
document.addEventListener("click", (e) => {
  if (e.target.closest("[data-autoplay]")) loadAndAct(importAutoplay, (each) => each.switchAutoplay());
  const cross = e.target.closest("[data-dismiss]");
  if (!cross) return;
  e.preventDefault();
  cross.closest(".msgbar").remove();
  document.dispatchEvent(new Event("regions:settled"));
});
if (document.querySelector("[data-names]")) loadLater(() => import("./names.js"));
document.addEventListener("focusin", (e) => loadSearch(e.target));
loadSearch(document.activeElement || document.body);
