// The line is back: the page asks at body[data-missed] what it has not shown meanwhile, counted from where it was, or
// from where it was before if that has not been read. In the DM's log a mark stands before what is new.
(function () {
  "use strict";
  var path = document.body.dataset.missed, shown = null;
  if (!path) return;

  function unread() { return document.querySelector("#missed[data-from], .missed[data-from]"); }
  document.addEventListener("line:back", function (e) {
    var from = unread() ? unread().dataset.from : e.detail.at;
    var query = "from=" + encodeURIComponent(from) + "&epoch=" + encodeURIComponent(e.detail.epoch);
    fetch(path + (path.indexOf("?") < 0 ? "?" : "&") + query, { headers: { "HX-Request": "true" } })
      .then(function (answer) { return answer.status === 200 ? answer.text() : ""; })
      .then(function (html) {
        if (!html) return;
        window.swapRegions(html);
        if (unread()) window.say(unread().querySelector("[data-words]").textContent.replace(/^Back\. /, ""));  // said already
      })
      .catch(function () {});  // the line is down again, and will be back again
  });

  document.addEventListener("click", function (e) {
    if (!e.target.closest("[data-read]") || !unread()) return;
    unread().replaceChildren();
    unread().removeAttribute("data-from");
    mark();
  });
  function mark() {
    var log = document.querySelector("#log .log"), from = unread() && Number(unread().dataset.from);
    var old = log && log.querySelector("[data-mark]");
    if (old) old.remove();
    if (!log || from === null) return;
    var fresh = Array.prototype.find.call(log.querySelectorAll("li[data-entry]"), function (line) {
      return Number(line.dataset.entry) >= from;
    });
    if (!fresh) return;
    var row = document.createElement("li");
    row.className = "away";
    row.dataset.mark = "";
    row.textContent = "While you were away";
    fresh.before(row);
    if (shown === from) return;
    shown = from;
    requestAnimationFrame(function () { requestAnimationFrame(toMark); });  // after the log is back where it stood
  }
  function toMark() {
    var row = document.querySelector("#log [data-mark]"), body = row && row.closest(".body");
    if (body) body.scrollTop += row.getBoundingClientRect().top - body.getBoundingClientRect().top - 44;
  }
  document.addEventListener("regions:settled", mark);
})();
