// Back and forward on a phone: each step of an answer has its own address, and its parts are asked for again when
// somebody comes back to it. The way back that the page offers is the browser's own, where that leads to the same step.
(function () {
  "use strict";
  var trail = [here()];  // the addresses of this page up to where it is

  function here() { return location.pathname + location.search; }
  function put(html) {
    var box = document.createElement("template");
    box.innerHTML = html;
    var known = Array.prototype.some.call(box.content.children, function (each) { return document.getElementById(each.id); });
    if (!known) return location.reload();  // of another of this player's characters
    window.takeAnswer(html);
  }
  function show(path) {
    fetch(path, { headers: { "HX-Request": "true" } }).then(function (answer) {
      if (!answer.ok || answer.redirected) return location.reload();
      var now = answer.headers.get("HX-Replace-Url");
      if (now && now !== here()) history.replaceState({ htmx: true }, "", now);
      return answer.text().then(put);
    }).catch(function () { window.say("No signal: this step is shown when it is back.", true); });
  }

  // htmx would put the answer in the place of the whole page.
  document.addEventListener("htmx:historyCacheMiss", function (e) {
    e.preventDefault();
    var at = trail.lastIndexOf(here());
    trail = at < 0 ? [here()] : trail.slice(0, at + 1);
    show(here());
  });
  document.addEventListener("htmx:pushedIntoHistory", function (e) { trail.push(e.detail.path); });
  document.addEventListener("click", function (e) {
    var back = e.target.closest(".crumb a[hx-get]");
    if (!back || trail[trail.length - 2] !== back.getAttribute("href")) return;
    e.preventDefault();
    e.stopImmediatePropagation();
    history.back();
  }, true);
})();
