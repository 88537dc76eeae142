// Cards of things, loaded when the first is opened. A card lies over the page: Esc, a tap beside it, a swipe down and the way back
// close it. The focus returns to the link that opened it, which may have been drawn again meanwhile.

const card = document.createElement("dialog");
let cardLink = null; // the link that opened the card
const FAR_ENOUGH = 72;
let dragFrom = null; // where a finger on the card began
let dragged = 0; // how far it has drawn the card down

function findLink() {
  if (cardLink.isConnected) return cardLink;
  return document.querySelector(`[data-card][href="${CSS.escape(cardLink.getAttribute("href"))}"]`);
}

// Below its link, above it or beside it, wherever there is room; on a phone the style sheet puts it at the bottom.
function placeCard() {
  const at = cardLink.getBoundingClientRect();
  const above = Math.min(at.top, innerHeight) - card.offsetHeight - 8;
  const isRoomBelow = at.bottom + card.offsetHeight + 16 < innerHeight;
  const isBeside = !isRoomBelow && above < 8;
  const left = Math.max(8, Math.min(isBeside ? at.right + 8 : at.left, innerWidth - card.offsetWidth - 8));
  const top = isRoomBelow ? Math.max(8, at.bottom + 8) : Math.max(8, isBeside ? innerHeight - card.offsetHeight - 8 : above);
  card.style.setProperty("--card-left", `${left}px`);
  card.style.setProperty("--card-top", `${top}px`);
}

// A card brings its style sheet with it, which pages do not load before.
async function showCard(link, html) {
  if (card.open) return;
  cardLink = link;
  card.innerHTML = html;
  const sheet = card.querySelector("link");
  if (sheet && !sheet.sheet) await new Promise((done) => { sheet.onload = sheet.onerror = done; });
  if (card.open) return; // two taps
  card.showModal();
  placeCard();
  history.pushState({ card: true }, "");
}

export function openCard(link, warn) {
  fetch(link.href, { headers: { "HX-Request": "true" } })
    .then((response) => (response.ok ? response.text() : Promise.reject(response)))
    .then((html) => showCard(link, html))
    .catch(() => warn("No signal: try again when it is back."));
}

// A region that is replaced as the card closes takes the focus with it: the link is given it once more.
function returnFocus() {
  const link = findLink();
  const isNowhere = !document.activeElement || document.activeElement === document.body;
  if (link && (isNowhere || card.contains(document.activeElement))) link.focus({ preventScroll: true });
}

function leaveCard() {
  const link = findLink();
  if (link) link.focus({ preventScroll: true });
  document.addEventListener("regions:settled", returnFocus);
  setTimeout(() => document.removeEventListener("regions:settled", returnFocus), 3000);
  if (history.state && history.state.card) history.back();
}

function stepBack() {
  if (card.open) card.close();
}

// A card at the bottom follows a finger down, and closes when it was drawn far enough.
function followFinger(e) {
  const isAtBottom = card.getBoundingClientRect().bottom >= innerHeight - 1;
  dragFrom = isAtBottom && card.scrollTop <= 0 && e.touches.length === 1 ? e.touches[0].clientY : null;
}

function drag(e) {
  if (dragFrom === null) return;
  dragged = Math.max(0, e.touches[0].clientY - dragFrom);
  card.style.setProperty("--card-drag", `${dragged}px`);
}

function endDrag() {
  if (dragged > FAR_ENOUGH) card.close();
  dragged = 0;
  card.style.removeProperty("--card-drag");
}

card.className = "card";
card.addEventListener("touchstart", followFinger, { passive: true });
card.addEventListener("touchmove", drag, { passive: true });
card.addEventListener("touchend", endDrag);
card.addEventListener("touchcancel", () => { dragged = 0; endDrag(); });
card.setAttribute("aria-labelledby", "card-name");
card.addEventListener("close", leaveCard);
card.addEventListener("click", (e) => {
  if (e.target === card || e.target.closest("[data-closes-card]")) card.close();
});
document.body.append(card);
addEventListener("popstate", stepBack);
