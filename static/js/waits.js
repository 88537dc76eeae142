// How long something has waited: <time data-since="seconds since 1970"> counts up. It is shown, and ends nothing.
(function () {
  "use strict";
  function clocks() {  // a time of day as this device tells it
    document.querySelectorAll("time[data-clock-time]").forEach(function (time) {
      time.textContent = new Date(Number(time.dataset.clockTime) * 1000).toTimeString().slice(0, 8);
    });
  }
  function show() {
    clocks();
    var now = Date.now() / 1000;
    document.querySelectorAll("time[data-since]").forEach(function (time) {
      var s = Math.max(0, Math.floor(now - Number(time.dataset.since)));
      var text = Math.floor(s / 60) + ":" + ("0" + (s % 60)).slice(-2);
      if (time.textContent !== text) time.textContent = text;
    });
  }
  show();
  setInterval(show, 1000);
  document.addEventListener("regions:settled", show);
})();
