// Putting the deeds of an order in another order by dragging. The buttons beside them do the same; a drop presses one.
let held = null; // the deed that is dragged, its place at first, and its place now

document.addEventListener("pointerdown", (e) => {
  const grip = e.target.closest("[data-grip]");
  if (!grip || e.button) return;
  const item = grip.closest("li");
  held = { item, from: [...item.parentElement.children].indexOf(item) };
  grip.setPointerCapture(e.pointerId);
  e.preventDefault();
});

document.addEventListener("pointermove", (e) => {
  if (!held) return;
  const list = held.item.parentElement;
  const others = [...list.children].filter((each) => each !== held.item);
  const next = others.find((each) => {
    const { top, height } = each.getBoundingClientRect();
    return e.clientY < top + height / 2;
  });
  if (held.item.nextElementSibling !== (next || null)) list.insertBefore(held.item, next || null);
});

function letGo(e) {
  if (!held) return;
  const { item, from } = held;
  held = null;
  const list = item.parentElement;
  const place = [...list.children].indexOf(item);
  const button = item.querySelector("button[name=reorder]");
  if (place === from || !button) return;
  if (e.type === "pointercancel") {
    list.insertBefore(item, list.children[from + (place < from)] || null);
    return;
  }
  button.value = `${list.dataset.deeds}.${from}.${place}`;
  button.click();
}

document.addEventListener("pointerup", letGo);
document.addEventListener("pointercancel", letGo);

function showGrips() {
  document.querySelectorAll("[data-grip]").forEach((each) => {
    each.hidden = false;
  });
}

document.addEventListener("regions:settled", showGrips);
showGrips();
