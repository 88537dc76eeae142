// One signal when it is yours to act, by sound and touch. What there is to signal stands in [data-signals], a part of
// the screen like another: data-cue-* hold the keys of what is open, and a key that was there before is no news.
// data-signals names what this seat turned on. The tick of a table screen or the DM's is turned on and kept here.
(function () {
  "use strict";
  var TOUCH = { orders: [60], asked: [120, 60, 120], next: [40, 40, 40], received: [20], nudge: [200] };
  var FIRST = ["asked", "orders", "next", "received", "segment"];
  var KEY = "tick", known = new Set();

  function place() { return document.querySelector("[data-signals]"); }
  function ticks() { try { return localStorage.getItem(KEY) === "on"; } catch (e) { return false; } }
  function on(name) {
    if (name === "segment") return ticks();
    return !!place() && place().dataset.signals.split(" ").indexOf(name) >= 0;
  }

  function touch(name) {
    var tapped = !navigator.userActivation || navigator.userActivation.hasBeenActive;
    if (TOUCH[name] && navigator.vibrate && tapped) navigator.vibrate(TOUCH[name]);
  }
  function signal(name) {
    if (!on(name)) return;
    if (on("touch")) touch(name);
    if (on("sound") || name === "segment") window.sounds.play(name);
  }
  function keys(name) {
    var held = place() && place().getAttribute("data-cue-" + name);
    return held ? held.split(" ").map(function (key) { return name + " " + key; }) : [];
  }
  function news() {  // the names of what is new, each once; from now on it is known
    return FIRST.filter(function (name) {
      var fresh = keys(name).filter(function (key) { return !known.has(key); });
      fresh.forEach(function (key) { known.add(key); });
      return fresh.length;
    });
  }

  news();  // what the page was loaded with is looked at already
  document.addEventListener("regions:settled", function () {
    var first = news().filter(on)[0];
    if (first) signal(first);
    if (!keys("asked").length && !keys("orders").length) nudged(false);
    showTick();
  });
  function nudged(shown) {
    document.querySelectorAll("[data-nudged]").forEach(function (words) { words.hidden = !shown; });
  }
  document.addEventListener("line:nudged", function () { nudged(true); signal("nudge"); });

  function showTick() {
    document.querySelectorAll("[data-tick]").forEach(function (button) {
      button.setAttribute("aria-pressed", String(ticks()));
    });
  }
  function turnTick() {
    try { if (ticks()) localStorage.removeItem(KEY); else localStorage.setItem(KEY, "on"); } catch (e) { /* private */ }
    showTick();
    signal("segment");
  }

  function wake(e) {
    if (on("sound") || ticks() || e.target.closest("[data-signalling], [data-tick]")) window.sounds.wake();
  }
  document.addEventListener("keydown", wake, true);
  document.addEventListener("click", wake, true);
  document.addEventListener("click", function (e) {
    var tried = e.target.closest("[data-try]");
    if (e.target.closest("[data-tick]")) turnTick();
    if (!tried) return;
    touch(tried.dataset.try);
    window.sounds.play(tried.dataset.try);
  });
  addEventListener("storage", function (e) { if (e.key === KEY) showTick(); });
  showTick();
})();
