// How long something has waited: <time data-since="seconds since 1970"> counts up. It is shown, and ends nothing.
(function () {
  "use strict";
  function show() {
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
