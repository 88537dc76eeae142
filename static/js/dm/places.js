// Places before the fight: a combatant that is moved on the map is filled into the form of places, which is sent at once, and
// the middle of the page is drawn again, as it is when walls and doors were drawn.

// A combatant without a place is given the one where it is drawn: places are for all or for none.
function fillInPlaces(form, panel, moved, place) {
  panel.querySelectorAll(".ft[data-handle]").forEach((token) => {
    const at = token === moved ? place : token.dataset.from.split(", ");
    ["x", "y"].forEach((axis, n) => {
      const input = form.elements[`${axis}.${token.dataset.handle}`];
      if (token === moved || !input.value) input.value = at[n];
    });
  });
}

export function sendPlaces(panel, token, place, said) {
  const form = document.querySelector(".places form");
  const words = panel.querySelector("[data-put-words]");
  fillInPlaces(form, panel, token, place);
  words.hidden = false;
  words.textContent = said;
  fetch(form.action, { method: "POST", body: new FormData(form) })
    .then((response) => response.text().then((html) => showPlaces(response.ok, html, token.dataset.handle)))
    .catch(() => {
      words.textContent = "Not saved. Try again, or type it under Places.";
    });
}

function showPlaces(ok, html, handle) {
  const page = new DOMParser().parseFromString(html, "text/html");
  const error = page.querySelector(".prep-main > [role=alert]");
  const shown = document.querySelector(".prep-mid");
  const fresh = page.querySelector(".prep-mid");
  if (!fresh) {
    location.reload();
    return;
  }
  const open = [".places", ".plan-edit", ".plan-typed", ".field-words"].filter((each) => shown.querySelector(`${each}[open]`));
  const focused = document.activeElement.closest(".ft");
  shown.innerHTML = fresh.innerHTML;
  open.forEach((each) => {
    shown.querySelector(each).open = true;
  });
  document.dispatchEvent(new Event("regions:settled"));
  const token = handle && shown.querySelector(`.ft[data-handle="${CSS.escape(handle)}"]`);
  const words = shown.querySelector("[data-put-words]");
  words.hidden = ok && !token;
  if (ok) words.textContent = token ? token.getAttribute("aria-label") : "";
  else words.textContent = error ? error.textContent : "Not saved.";
  if (focused && token) token.focus();
}

document.addEventListener("plan:saved", (e) => showPlaces(e.detail.ok, e.detail.html, ""));
