// The announcer: #announce speaks at most once a second and joins what came meanwhile; #alert speaks at once.
(function () {
  "use strict";
  var waiting = [], timer = null;
  function speak() {
    var region = document.getElementById("announce");
    timer = null;
    if (!region || !waiting.length) return;
    region.textContent = waiting.join(" ");
    waiting = [];
    timer = setTimeout(speak, 1000);
  }
  window.say = function (text, urgent) {
    text = (text || "").trim();
    if (!text) return;
    if (urgent) { document.getElementById("alert").textContent = text; return; }
    waiting.push(text);
    if (!timer) speak();
  };
})();
