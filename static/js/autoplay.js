// Autoplay: this page posts the "next" form it shows, again and again, with the token of the stop it shows.
// Where there is no such form (someone is asked, the round is over) it stops.
(function () {
  "use strict";
  var on = false, left = 0, timer = null;
  function button() { return document.querySelector("[data-autoplay]"); }
  function form() {
    var next = document.querySelector("form[data-next]");
    var act = next && next.querySelector("button");
    return act && (!act.disabled || next.dataset.busy !== undefined) ? next : null;
  }
  function seconds() {
    var asked = Number(button() ? button().dataset.autoplay : 0) || 4;
    return Math.max(2, Math.min(10, asked));
  }
  function show() {
    var place = document.querySelector("[data-countdown]");
    if (button()) button().setAttribute("aria-pressed", String(on));
    if (place) place.textContent = on ? "Next in " + left + " s." : "";
  }
  function stop(why) {
    on = false;
    clearInterval(timer);
    show();
    if (why) window.say(why);
  }
  function tick() {
    var next = form();
    if (!next) return stop("Autoplay has stopped.");
    if (next.dataset.busy !== undefined) return;
    left -= 1;
    if (left <= 0) { left = seconds(); next.requestSubmit(); }
    show();
  }
  function start() {
    if (!form()) return window.say("There is nothing to play on by itself now.");
    if (matchMedia("(prefers-reduced-motion: reduce)").matches && !confirm("Play on by itself, one segment every " + seconds() + " seconds?")) return;
    on = true;
    left = seconds();
    clearInterval(timer);
    timer = setInterval(tick, 1000);
    show();
  }
  document.addEventListener("click", function (e) {
    if (e.target.closest("[data-autoplay]")) { if (on) stop(); else start(); }
  });
  document.addEventListener("regions:settled", function () { if (on && !form()) stop("Autoplay has stopped."); else show(); });
  addEventListener("pagehide", function () { stop(); });
  show();
})();
