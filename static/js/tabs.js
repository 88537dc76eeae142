// The parts of the desk that a tab chooses. The address and the style sheet do the choosing; here those who listen are
// told which it is, and what could not be measured while it was out of sight is measured when it comes.
(function () {
  "use strict";
  var dm = document.querySelector(".dm"), tabs = document.querySelectorAll(".tabs a");
  function mark() {
    var shown = getComputedStyle(dm), here = !document.querySelector(".panel-open");
    tabs.forEach(function (tab) {
      var on = here && shown.getPropertyValue("--" + tab.id.replace("tab-", "")).trim() !== "none";
      if (on) tab.setAttribute("aria-current", "true"); else tab.removeAttribute("aria-current");
    });
  }
  // On a narrow screen the strip is wider than it is seen: the column that is now comes to where the names end.
  function follow() {
    var strip = document.getElementById("strip"), now = strip && strip.querySelector(".strip-head .now");
    var names = strip && strip.querySelector(".strip-corner");
    if (now && strip.scrollWidth > strip.clientWidth) strip.scrollLeft = now.offsetLeft - names.offsetWidth - 40;
  }
  function turn() {
    mark();
    follow();
    document.querySelectorAll(".body[data-foot]").forEach(function (body) { body.scrollTop = body.scrollHeight; });
    document.dispatchEvent(new Event("field:drawn"));
  }
  addEventListener("hashchange", turn);
  addEventListener("pageshow", turn);  // only now is the target of the address known
  addEventListener("resize", mark);
  document.addEventListener("regions:settled", function () { mark(); follow(); });
  turn();
})();
