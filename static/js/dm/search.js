// The search for combatants shows what it finds while somebody types; Enter searches at once.
let searching = null;

function search(form) {
  clearTimeout(searching);
  const text = form.elements.q.value;
  fetch(`${form.dataset.search}?q=${encodeURIComponent(text)}`)
    .then((response) => (response.ok && !response.redirected ? response.text() : Promise.reject(response)))
    .then((html) => {
      if (form.elements.q.value !== text) return;
      document.getElementById("offers").innerHTML = html;
      document.querySelector(".adding [name=q]").value = text;
    })
    .catch(() => form.submit());
}

document.addEventListener("input", (e) => {
  const form = e.target.closest("[data-search]");
  if (!form) return;
  clearTimeout(searching);
  searching = setTimeout(() => search(form), 150);
});
document.addEventListener("submit", (e) => {
  if (!e.target.matches("[data-search]")) return;
  e.preventDefault();
  search(e.target);
});

// What was typed before this script had come.
const begun = document.querySelector("[data-search]");
if (begun && begun.elements.q.value !== begun.elements.q.defaultValue) search(begun);
