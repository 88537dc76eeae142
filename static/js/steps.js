// The keys of a replay: an arrow leads a moment back or on, with Shift a column; Home and End to its ends. Each is a link
// [data-step], named for its key. Where somebody types, or moves about on the map, keys mean something else.
(function () {
  "use strict";
  document.addEventListener("keydown", function (e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest("input, select, textarea, summary, [data-map]")) return;
    var link = document.querySelector('a[data-step="' + CSS.escape((e.shiftKey ? "Shift+" : "") + e.key) + '"]');
    if (!link) return;
    e.preventDefault();
    location.assign(link.href);
  });
})();
