// Covered things open only while they are held: people sit next to each other. Alt uncovers the DM's board.
(function () {
  "use strict";
  function close() { document.querySelectorAll("details[data-hold][open]").forEach(function (d) { d.open = false; }); }
  function held(e) { var s = e.target.closest("details[data-hold] > summary"); return s && s.parentElement; }

  document.addEventListener("pointerdown", function (e) { var d = held(e); if (d) d.open = true; });
  ["pointerup", "pointercancel", "blur"].forEach(function (name) { addEventListener(name, close); });
  document.addEventListener("click", function (e) { if (held(e)) e.preventDefault(); });
  document.addEventListener("contextmenu", function (e) { if (held(e)) e.preventDefault(); });
  document.addEventListener("keydown", function (e) {
    var d = (e.key === " " || e.key === "Enter") && held(e);
    if (d) { e.preventDefault(); d.open = true; }
    if (e.key === "Alt" && document.querySelector(".cover")) { e.preventDefault(); document.body.classList.add("uncovered"); }
  });
  addEventListener("keyup", function (e) {
    if (e.key === " " || e.key === "Enter") close();
    if (e.key === "Alt") document.body.classList.remove("uncovered");
  });
  addEventListener("blur", function () { document.body.classList.remove("uncovered"); });
})();
