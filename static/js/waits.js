// How long something has waited: <time data-since="seconds since 1970"> counts up. [data-left] counts down from the seconds
// that the server said were left when it was drawn, until data-up is told in its place. Both are shown, and end nothing.
(function () {
  "use strict";
  var drawn = new WeakMap();

  function minutes(s) { return Math.floor(s / 60) + ":" + ("0" + (s % 60)).slice(-2); }
  function put(place, text) { if (place.textContent !== text) place.textContent = text; }
  function clocks() {  // a time of day as this device tells it
    document.querySelectorAll("time[data-clock-time]").forEach(function (time) {
      time.textContent = new Date(Number(time.dataset.clockTime) * 1000).toTimeString().slice(0, 8);
    });
  }
  function up(now) {
    document.querySelectorAll("time[data-since]").forEach(function (time) {
      put(time, minutes(Math.max(0, Math.floor(now - Number(time.dataset.since)))));
    });
  }
  function down(now) {
    document.querySelectorAll("[data-left]").forEach(function (place) {
      var from = Number(place.dataset.left);
      if (!drawn.has(place)) drawn.set(place, { at: now, left: from });
      var known = drawn.get(place), left = Math.max(0, from - Math.floor(now - known.at));
      put(place, left ? minutes(left) + " left" : place.dataset.up);
      if (!left && known.left && place.hasAttribute("data-said")) window.say(place.dataset.up);
      known.left = left;
    });
  }
  function show() {
    var now = Date.now() / 1000;
    clocks();
    up(now);
    down(now);
  }
  show();
  setInterval(show, 1000);
  document.addEventListener("regions:settled", show);
})();
