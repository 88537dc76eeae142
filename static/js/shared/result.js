// The moment of a result: shown large once, with dice that fall and come to rest, then folded into one line. A tap or a key
// ends the fall, and a second tap folds it.
const SHOWN_FOR = 7000; // milliseconds
const still = matchMedia("(prefers-reduced-motion: reduce)");
const shownResults = new Map(); // by the result's key: whether it has been folded

function foldResult(result) {
  shownResults.set(result.dataset.result, true);
  result.open = false;
}

function showResults() {
  document.querySelectorAll("[data-result]").forEach((result) => {
    const key = result.dataset.result;
    if (shownResults.get(key)) result.open = false;
    if (shownResults.has(key)) return;
    shownResults.set(key, false);
    if (!still.matches && result.querySelector(".die")) result.classList.add("falls");
    setTimeout(() => {
      const shown = document.querySelector(`[data-result="${CSS.escape(key)}"]`);
      if (shown && !shownResults.get(key)) foldResult(shown);
    }, SHOWN_FOR);
  });
}

function endFalls() {
  const falling = document.querySelectorAll(".falls");
  falling.forEach((result) => result.classList.remove("falls"));
  return falling.length > 0;
}

document.addEventListener("click", (e) => {
  const result = e.target.closest("[data-result]");
  if (!endFalls() && result && !e.target.closest("summary")) foldResult(result);
});
document.addEventListener("keydown", endFalls);
document.addEventListener("animationend", (e) => {
  if (e.target.matches(".die:last-child")) endFalls();
});
document.addEventListener("regions:settled", showResults);
// What the page is opened with has been seen, or is old.
document.querySelectorAll("[data-result]").forEach((result) => shownResults.set(result.dataset.result, false));
