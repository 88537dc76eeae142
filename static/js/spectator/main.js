// The table screen, and the same page on a spectator's own device: it shows the fight and asks for nothing.
import "../shared/page.js";
import "../shared/live.js";
import "../battle_map/view.js";

const SHOWN_FOR = 4000; // milliseconds, of a moment and of the controls
const PAGE_FOR = 12000; // milliseconds, of a page of a recap that finds no room whole
const SCALES = [0.5, 2]; // the least and the most that ?scale= may ask for

// The moment: large once, then it is a sentence of the tale.
const shownMoments = new Set(); // by the moment's key: those that are over

function showMoment() {
  const moment = document.querySelector("[data-moment]");
  if (!moment) return;
  const key = moment.dataset.moment;
  moment.hidden = shownMoments.has(key);
  if (moment.hidden) return;
  setTimeout(() => {
    shownMoments.add(key);
    document.querySelectorAll("[data-moment]").forEach((each) => {
      each.hidden = shownMoments.has(each.dataset.moment);
    });
  }, SHOWN_FOR);
}

// The controls: they come with the pointer or a key, and go.
let hiding = 0;

function areControlsInUse() {
  return [...document.querySelectorAll(".tv-foot, .field-under, [popover]")].some((each) =>
    each.matches(":hover, :focus-within, :popover-open"),
  );
}

function hideControls() {
  if (areControlsInUse()) showControls();
  else document.body.dataset.controls = "away";
}

function showControls() {
  clearTimeout(hiding);
  hiding = setTimeout(hideControls, SHOWN_FOR);
  if (document.body.dataset.controls) delete document.body.dataset.controls;
}

function turnPage() {
  const recap = document.querySelector(".recap.longest");
  if (!recap || recap.scrollHeight <= recap.clientHeight) return;
  const isLast = recap.scrollTop + recap.clientHeight >= recap.scrollHeight - 1;
  recap.scrollTo({ top: isLast ? 0 : recap.scrollTop + 0.9 * recap.clientHeight });
}

// ?scale= makes all of it larger or smaller; this device remembers it, where it may.
function readScale() {
  const asked = new URLSearchParams(location.search).get("scale");
  try {
    if (asked !== null) localStorage.setItem("scale", asked);
    return Number(asked ?? localStorage.getItem("scale"));
  } catch {
    return Number(asked);
  }
}

function setScale() {
  const scale = readScale();
  if (scale >= SCALES[0] && scale <= SCALES[1]) document.documentElement.style.setProperty("--scale", scale);
}

setScale();
showMoment();
document.addEventListener("regions:settled", showMoment);
if (!("replay" in document.body.dataset)) {
  for (const kind of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(kind, showControls, true);
  hideControls();
  setInterval(turnPage, PAGE_FOR);
}

// A replay plays on by itself while its button is pressed: each moment is a page, which takes the place of the one before.
const PLAYS = "replay plays"; // in this tab's store
const MOMENT_FOR = 2500; // milliseconds
const playButton = document.querySelector("[data-play]");
let playing = 0;

function play(isOn) {
  const next = document.querySelector("[data-step=ArrowRight]");
  clearTimeout(playing);
  sessionStorage.setItem(PLAYS, isOn && next ? "on" : "");
  playButton.setAttribute("aria-pressed", String(!!(isOn && next)));
  playButton.querySelector("span").textContent = isOn && next ? "Pause" : "Play";
  if (isOn && next) playing = setTimeout(() => location.replace(next.href), MOMENT_FOR);
}

if (playButton) {
  playButton.addEventListener("click", () => play(playButton.getAttribute("aria-pressed") !== "true"));
  play(sessionStorage.getItem(PLAYS) === "on");
  document.querySelector(".scrub .shown")?.scrollIntoView({ block: "nearest", inline: "center" });
}

// The folded map has had no size: it is fitted when it is unfolded.
document.querySelector(".field-fold")?.addEventListener("toggle", () => dispatchEvent(new Event("resize")));
