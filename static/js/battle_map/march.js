// Traces that were revealed are run along: all go their ways at once, and pause where somebody stops. What the page is
// opened with stands as it is; what comes later is run once, and a button runs all of it again. Viewers who want no motion
// see where everybody stands, with the ways drawn, and go through traces from stop to stop. view.js loads this when a map
// first has traces, and hands over what it needs: showMap, placeToken, and the names of the maps that had traces at first.
import { announce } from "../shared/page.js";
import { nameOf, noMotion, panelOf, placeOf, readNumbers } from "./drawing.js";

let view = null;

const WHOLE_RUN = 6000; // milliseconds, as is the next
const PAUSE = 900;
const HAIR = 1e-9;
const runs = new Map(); // by the map's name: how far each was run

function tracedMaps() {
  return [...document.querySelectorAll("[data-march]")];
}

function lastTime(svg) {
  return Number(svg.dataset.until || 0);
}

function runOf(svg) {
  return runs.get(nameOf(svg));
}

function stopsOf(svg) {
  const lines = [...panelOf(svg).querySelectorAll("[data-stop]")];
  const stops = lines.map((line) => ({ at: Number(line.dataset.stop), words: line.textContent.trim() }));
  if (!stops.length || stops[0].at > 0) stops.unshift({ at: 0, words: "At the start." });
  if (stops[stops.length - 1].at < lastTime(svg)) stops.push({ at: lastTime(svg), words: "As far as they have come." });
  return stops;
}

function placeAlong(way, time) {
  let before = way[0];
  for (let n = 1; n < way.length; n += 1) {
    const after = way[n];
    if (after[0] >= time && (after[0] > before[0] || time < after[0])) {
      const part = (time - before[0]) / (after[0] - before[0] || 1);
      return [before[1] + (after[1] - before[1]) * part, before[2] + (after[2] - before[2]) * part];
    }
    before = after;
  }
  return [before[1], before[2]];
}

function placeWhileRunning(token, time, ended) {
  if (!token.dataset.stands) token.dataset.stands = placeOf(token).join(" ");
  if (ended) return readNumbers(token.dataset.stands);
  return placeAlong(token.dataset.run.split(";").map(readNumbers), time);
}

function showTime(svg, time) {
  const ended = time >= lastTime(svg);
  const stop = stopsOf(svg).find((each) => Math.abs(each.at - time) < HAIR);
  svg.querySelectorAll(".ft[data-run]").forEach((token) => {
    view.placeToken(token, placeWhileRunning(token, time, ended));
  });
  svg.querySelectorAll(".flag").forEach((flag) => {
    flag.classList.toggle("to-come", Number(flag.dataset.at) > time + HAIR);
  });
  const words = panelOf(svg).querySelector("[data-march-words]");
  if (words && stop && words.textContent !== stop.words) words.textContent = stop.words;
  view.showMap(svg);
}

function mapsNamed(name) {
  return tracedMaps().filter((svg) => nameOf(svg) === name);
}

function markRunning(name, running) {
  mapsNamed(name).forEach((svg) => {
    const button = panelOf(svg).querySelector("[data-march-run]");
    svg.toggleAttribute("data-marching", running);
    if (button) button.setAttribute("aria-pressed", String(running));
  });
}

function haltRun(name) {
  const run = runs.get(name);
  cancelAnimationFrame(run.frame);
  run.frame = 0;
  markRunning(name, false);
}

function playRun(name) {
  const run = runs.get(name);
  let last = null;
  let rest = 0;

  function tick(now) {
    const [svg] = mapsNamed(name);
    if (!svg) {
      haltRun(name);
      return;
    }
    const elapsed = last === null ? 0 : now - last;
    last = now;
    rest -= elapsed;
    if (rest <= 0) {
      const next = stopsOf(svg).find((stop) => stop.at > run.at + HAIR);
      run.at += elapsed / WHOLE_RUN;
      if (!next || run.at >= next.at) {
        run.at = next ? next.at : lastTime(svg);
        rest = PAUSE;
      }
    }
    const over = run.at >= lastTime(svg);
    if (over) haltRun(name);
    mapsNamed(name).forEach((each) => showTime(each, run.at));
    if (!over) run.frame = requestAnimationFrame(tick);
  }

  haltRun(name);
  markRunning(name, true);
  run.frame = requestAnimationFrame(tick);
}

function followTraces(svg) {
  const name = nameOf(svg);
  const run = runOf(svg);
  const key = svg.dataset.march;
  const until = lastTime(svg);
  const bar = panelOf(svg).querySelector("[data-march-bar]");
  if (bar) bar.hidden = !until;
  if (!run) {
    const stands = view.tracedAtFirst.has(name);
    runs.set(name, stands ? { key, until, at: until, frame: 0 } : { key: "", until: 0, at: 0, frame: 0 });
    if (!stands) followTraces(svg);
    return;
  }
  if (run.key !== key || until < run.until) {
    haltRun(name);
    run.at = run.key === key ? until : 0;
  }
  const more = until > run.at && (until > run.until || run.key !== key);
  run.key = key;
  run.until = until;
  if (more && (noMotion.matches || document.hidden)) run.at = until;
  if (run.frame) markRunning(name, true);
  if (key) showTime(svg, run.at);
  if (more && !run.frame && run.at < until) playRun(name);
}

function stepRun(svg, by) {
  const run = runOf(svg);
  const times = stopsOf(svg).map((stop) => stop.at);
  haltRun(nameOf(svg));
  const next =
    by > 0 ? times.find((time) => time > run.at + HAIR) : times.reverse().find((time) => time < run.at - HAIR);
  if (next === undefined) return;
  run.at = next;
  showTime(svg, next);
  announce(panelOf(svg).querySelector("[data-march-words]").textContent);
}

function toggleRun(svg) {
  const run = runOf(svg);
  if (run.frame) {
    haltRun(nameOf(svg));
    return;
  }
  if (run.at >= lastTime(svg)) run.at = 0;
  if (noMotion.matches) showTime(svg, run.at);
  else playRun(nameOf(svg));
}

document.addEventListener("click", (e) => {
  const bar = e.target.closest("[data-march-bar]");
  const svg = bar && panelOf(bar).querySelector("[data-march]");
  const step = e.target.closest("[data-march-step]");
  if (!svg) return;
  if (step) stepRun(svg, Number(step.dataset.marchStep));
  else if (e.target.closest("[data-march-run]")) toggleRun(svg);
});

export function followAll(handedOver) {
  view = handedOver;
  tracedMaps().forEach(followTraces);
}
