// Pointing instead of typing: a tap on the map fills the two numbers of a place, and the button repeats a chosen face.
(function () {
  "use strict";
  function point(map, e) {
    var at = new DOMPoint(e.clientX, e.clientY).matrixTransform(map.getScreenCTM().inverse());
    return { x: Math.round(at.x), y: Math.round(at.y) };
  }
  function mark(map, at) {
    var ring = map.querySelector(".me") || map.appendChild(document.createElementNS("http://www.w3.org/2000/svg", "circle"));
    ring.setAttribute("class", "me");
    ring.setAttribute("r", "1.2");
    ring.setAttribute("cx", at.x);
    ring.setAttribute("cy", at.y);
  }
  document.addEventListener("click", function (e) {
    var map = e.target.closest("[data-place] [data-map]");
    if (!map) return;
    var field = map.closest("[data-place]"), at = point(map, e);
    field.querySelector("input[data-x]").value = at.x;
    field.querySelector("input[data-y]").value = at.y;
    mark(map, at);
  });
  document.addEventListener("change", function (e) {
    var keys = e.target.closest(".keys"), form = e.target.form;
    var send = keys && form && form.querySelector("button.go");
    if (!send) return;
    var chosen = Array.prototype.map.call(form.querySelectorAll(".keys input:checked"), function (i) { return i.value; });
    send.textContent = "Send " + chosen.join(" and ");
  });
})();
