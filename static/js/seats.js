// Somebody sits down, leaves, or plays another character: the parts of the DM's page that tell of it ([data-seats], the
// address they are read from) are read again and put in place. A part in which something was chosen and not sent stays.
(function () {
  "use strict";
  function isChanged(control) {
    if (control.matches("select")) {
      return Array.prototype.some.call(control.options, function (one) { return one.selected !== one.defaultSelected; });
    }
    return control.type !== "hidden" && control.value !== control.defaultValue;
  }
  function isInUse(part) { return Array.prototype.some.call(part.querySelectorAll("select, input, textarea"), isChanged); }
  function put(page) {
    var fresh = new DOMParser().parseFromString(page, "text/html"), html = "";
    document.querySelectorAll("[data-seats][id]").forEach(function (part) {
      var same = fresh.getElementById(part.id);
      if (same && !isInUse(part)) html += same.outerHTML;
    });
    if (html) window.swapRegions(html);
  }
  document.addEventListener("line:seating", function () {
    var part = document.querySelector("[data-seats]");
    if (!part) return;
    fetch(part.dataset.seats)
      .then(function (answer) { return answer.ok ? answer.text() : ""; })
      .then(function (page) { if (page) put(page); })
      .catch(function () {});  // the line is down, and tells it once more when it is back
  });
})();
