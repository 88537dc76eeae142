// Clause links open a note where they stand; buttons open dialogs. Without script both are plain pages.
(function () {
  "use strict";
  document.addEventListener("click", function (e) {
    var link = e.target.closest("a.clause"), note = document.getElementById("note");
    if (link && note && note.showPopover && !e.ctrlKey && !e.metaKey && !e.shiftKey && e.button === 0) {
      e.preventDefault();
      htmx.ajax("GET", link.href, { target: "#note", swap: "innerHTML" }).then(function () {
        if (note.matches(":popover-open")) note.hidePopover();
        note.showPopover();
        note.focus();
      });
      return;
    }
    var opener = e.target.closest("[data-opens]");
    var dialog = opener && document.getElementById(opener.dataset.opens);
    if (dialog && dialog.showModal && !dialog.open) dialog.showModal();
  });
  document.addEventListener("regions:settled", function () {
    var dialog = document.getElementById("dialog");
    if (dialog && dialog.hasAttribute("data-open") && !dialog.open) dialog.showModal();
  });
})();
