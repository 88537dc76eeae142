// Light or dark: follows the system until fixed on this device. In the head, so that nothing flashes.
(function () {
  "use strict";
  var KEY = "theme", root = document.documentElement, system = matchMedia("(prefers-color-scheme: dark)");
  function fixed() { try { return localStorage.getItem(KEY); } catch (e) { return null; } }
  function show() { root.setAttribute("data-bs-theme", fixed() || (system.matches ? "dark" : "light")); }
  function turn() {
    var now = root.getAttribute("data-bs-theme") === "dark" ? "light" : "dark";
    var natural = system.matches ? "dark" : "light";
    try { if (now === natural) localStorage.removeItem(KEY); else localStorage.setItem(KEY, now); } catch (e) { /* private window */ }
    root.setAttribute("data-bs-theme", now);
  }
  show();
  root.classList.add("js");
  system.addEventListener("change", show);
  addEventListener("storage", function (e) { if (e.key === KEY) show(); });
  document.addEventListener("click", function (e) { if (e.target.closest("[data-theme-toggle]")) turn(); });
})();
