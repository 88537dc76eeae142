// Autoplay: this page posts the "next" form it shows, again and again, with the token of the stop it shows. Where there is
// no such form (somebody is asked, the round is over) it stops.
import { announce } from "../shared/page.js";

let isPlaying = false;
let secondsLeft = 0;
let autoplayTimer = null;
let haltSeen = ""; // the input at which autoplay has stopped, or was begun again

function autoplayButton() {
  return document.querySelector("[data-autoplay]");
}

function nextForm() {
  const form = document.querySelector("form[data-next]");
  const button = form && form.querySelector("button");
  const isLeading = !!button && button.classList.contains("go"); // while dice are awaited, their answer leads
  return isLeading && (!button.disabled || form.dataset.busy !== undefined) ? form : null;
}

function secondsBetween() {
  const asked = Number(readPace()) || Number(autoplayButton() ? autoplayButton().dataset.autoplay : 0) || 4;
  return Math.max(2, Math.min(10, asked));
}

// The pace that was chosen is this device's own.
function readPace() {
  try {
    return localStorage.getItem("pace") || "";
  } catch {
    return "";
  }
}

function showPace() {
  const select = document.querySelector("[data-pace]");
  if (select && readPace()) select.value = readPace();
}

function findHalt() {
  const button = autoplayButton();
  return button && button.dataset.halt && button.dataset.halted !== haltSeen ? button.dataset.halt : "";
}

function showAutoplay() {
  const countdown = document.querySelector("[data-countdown]");
  if (autoplayButton()) autoplayButton().setAttribute("aria-pressed", String(isPlaying));
  if (countdown) countdown.textContent = isPlaying ? `Next in ${secondsLeft} s.` : "";
}

function stopAutoplay(why) {
  isPlaying = false;
  clearInterval(autoplayTimer);
  showAutoplay();
  if (why) announce(why);
}

function tickAutoplay() {
  const form = nextForm();
  if (!form) {
    stopAutoplay("Autoplay has stopped.");
    return;
  }
  if (form.dataset.busy !== undefined) return;
  secondsLeft -= 1;
  if (secondsLeft <= 0) {
    secondsLeft = secondsBetween();
    form.requestSubmit();
  }
  showAutoplay();
}

function startAutoplay() {
  if (!nextForm()) {
    announce("There is nothing to play on by itself now.");
    return;
  }
  const question = `Play on by itself, one segment every ${secondsBetween()} seconds?`;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches && !confirm(question)) return;
  isPlaying = true;
  haltSeen = autoplayButton() ? autoplayButton().dataset.halted : "";
  secondsLeft = secondsBetween();
  clearInterval(autoplayTimer);
  autoplayTimer = setInterval(tickAutoplay, 1000);
  showAutoplay();
}

export function switchAutoplay() {
  if (isPlaying) stopAutoplay();
  else startAutoplay();
}

document.addEventListener("regions:settled", () => {
  const halt = findHalt();
  if (isPlaying && halt) stopAutoplay(`Autoplay has stopped: ${halt}.`);
  else if (isPlaying && !nextForm()) stopAutoplay("Autoplay has stopped.");
  else showAutoplay();
  showPace();
});
document.addEventListener("change", (e) => {
  if (!e.target.matches("[data-pace]")) return;
  try {
    localStorage.setItem("pace", e.target.value);
  } catch {
    // a browser that keeps nothing
  }
});
// What the DM does besides stops it: a ruling, a take-back, an answer.
document.addEventListener("submit", (e) => {
  if (isPlaying && !e.target.matches("form[data-next]")) stopAutoplay("Autoplay has stopped.");
});
addEventListener("pagehide", () => stopAutoplay());
showAutoplay();
showPace();
