// The screen stays lit while [data-awake] is on the page: on a phone while it is asked, on a table screen always.
// A browser lets go of it when the page is hidden; it is taken again when the page is seen again.
(function () {
  "use strict";
  if (!navigator.wakeLock) return;
  var lock = null, asking = false;

  function wanted() {
    return !document.hidden && document.body.dataset.line !== "ended" && !!document.querySelector("[data-awake]");
  }
  function settle() {
    if (!wanted()) {
      if (lock) lock.release();
      lock = null;
    } else if (!lock && !asking) {
      asking = true;
      navigator.wakeLock.request("screen").then(taken, function () { asking = false; });  // a low battery refuses
    }
  }
  function taken(given) {
    asking = false;
    lock = given;
    given.addEventListener("release", function () { if (lock === given) lock = null; });
    settle();
  }
  document.addEventListener("regions:settled", settle);
  document.addEventListener("visibilitychange", settle);
  document.addEventListener("line:ended", settle);
  settle();
})();
