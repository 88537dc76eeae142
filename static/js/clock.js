// The declaration clock. What counts is measured by the server; here it is only shown between its words:
// [data-clock] holds the seconds that counted when it was drawn, and goes on from there while it has data-runs.
// body[data-here] is where the phone says that it shows a question, and that it is put down or taken up again.
(function () {
  "use strict";
  var SEGMENT = 6, MOST = 10, drawn = new WeakMap(), seen = "", path = document.body.dataset.here;

  function post(rest, fields) {
    var token = JSON.parse(document.body.getAttribute("hx-headers") || "{}");
    fetch(path + rest, { method: "POST", headers: token, body: new URLSearchParams(fields), keepalive: true }).catch(function () {});
  }
  function segments(seconds) { return Math.min(MOST, Math.floor(seconds / SEGMENT)); }
  function words(late) {
    if (late >= MOST) return "the whole round late";
    return late ? late + (late === 1 ? " segment late" : " segments late") : "";
  }
  function boxes(place, seconds, least) {
    var count = Math.min(MOST, Math.max(least, segments(seconds) + 1)), html = "";
    for (var n = 0; n < count; n += 1) {
      html += '<i class="f' + Math.min(SEGMENT, Math.max(0, seconds - SEGMENT * n)) + '"></i>';
    }
    if (place.innerHTML !== html) place.innerHTML = html;
  }
  function show(clock) {
    if (!drawn.has(clock)) drawn.set(clock, { at: performance.now(), late: segments(Number(clock.dataset.clock)) });
    if (!clock.hasAttribute("data-runs")) return;
    var begun = drawn.get(clock), seconds = Number(clock.dataset.clock) + Math.floor((performance.now() - begun.at) / 1000);
    clock.querySelector("[data-time]").textContent = Math.floor(seconds / 60) + ":" + ("0" + (seconds % 60)).slice(-2);
    boxes(clock.querySelector("[data-boxes]"), seconds, Number(clock.dataset.least));
    var late = segments(seconds);
    clock.querySelector("[data-late]").textContent = words(late);
    if (late > begun.late && clock.closest("[data-seen]")) window.say(words(late) + ".");
    begun.late = late;
  }
  function showAll() { document.querySelectorAll("[data-clock]").forEach(show); }

  // The phone.
  function tell() {
    var asked = document.querySelector("[data-seen]"), token = asked ? asked.dataset.seen : "";
    if (document.hidden) return;
    // The page before this one said that it was left, and was heard only after this one had come.
    if (asked && asked.hasAttribute("data-away")) post("here/", {});
    if (token === seen) return;
    seen = token;
    if (token) post("here/", { token: token });
  }
  function turned() {
    if (document.hidden) { post("away/", {}); return; }
    seen = "";
    post("here/", {});
    tell();
  }
  if (path) {
    document.addEventListener("visibilitychange", turned);
    document.addEventListener("regions:settled", tell);
    if (document.hidden) post("away/", {}); else tell();
  }
  showAll();
  setInterval(showAll, 250);
  document.addEventListener("regions:settled", showAll);
})();
