// Drawing with a finger: a glass above it shows what the finger covers, and near an edge the field is moved on.
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", RADIUS = 36, ABOVE = 64, NEARER = 1.8, EDGE = 26, STEP = 5, made = 0;
  var held = null, frame = 0;

  function element(parent, kind, given) {
    var one = parent.appendChild(document.createElementNS(SVG, kind));
    Object.keys(given).forEach(function (key) { one.setAttribute(key, given[key]); });
    return one;
  }
  function glassOf(svg) {
    var glass = svg.querySelector(".glass"), plane = svg.querySelector("[data-plane]");
    if (glass) return glass;
    if (!plane.id) plane.id = "plane-" + (made += 1);
    glass = element(svg, "g", { class: "glass", "aria-hidden": "true" });
    element(element(glass, "clipPath", { id: plane.id + "-glass" }), "circle", { r: RADIUS });
    var inside = element(glass, "g", { "clip-path": "url(#" + plane.id + "-glass)" });
    element(inside, "circle", { class: "glass-floor", r: RADIUS });
    element(inside, "use", { href: "#" + plane.id });
    element(glass, "circle", { class: "glass-rim", r: RADIUS });
    element(glass, "path", { class: "glass-point", d: "M-6 0H6M0-6V6" });
    return glass;
  }
  // Above the finger; where there is no room, beside it.
  function show(svg, touch) {
    var seen = svg.getBoundingClientRect(), scale = svg.getScreenCTM().a, glass = glassOf(svg);
    var x = touch.x, y = touch.y - ABOVE;
    if (y - RADIUS < seen.top) {
      y = Math.max(touch.y, seen.top + RADIUS);
      x = touch.x + (touch.x - ABOVE - RADIUS < seen.left ? ABOVE : -ABOVE);
    }
    var at = window.field.at(svg, x, y), under = window.field.at(svg, touch.x, touch.y), k = scale * NEARER;
    glass.setAttribute("transform", "translate(" + at.join(" ") + ") scale(" + 1 / scale + ")");
    glass.querySelector("use").setAttribute("transform", "scale(" + k + ") translate(" + -under[0] + " " + -under[1] + ")");
  }
  function near(low, high, at) { return at < low + EDGE ? -1 : at > high - EDGE ? 1 : 0; }
  function onward() {
    frame = 0;
    if (!held) return;
    var svg = held.svg, seen = svg.getBoundingClientRect(), step = STEP / svg.getScreenCTM().a;
    var x = near(seen.left, seen.right, held.x), y = near(seen.top, seen.bottom, held.y);
    if (!x && !y) return;
    window.field.pan(svg, x * step, y * step);
    var detail = { at: window.field.at(svg, held.x, held.y), x: held.x, y: held.y, touch: held.touch, onward: true };
    svg.dispatchEvent(new CustomEvent("trace:move", { bubbles: true, detail: detail }));
    frame = requestAnimationFrame(onward);
  }
  document.addEventListener("trace:move", function (e) {
    held = { svg: e.target, x: e.detail.x, y: e.detail.y, touch: e.detail.touch };
    if (held.touch) show(held.svg, held);
    if (!frame) frame = requestAnimationFrame(onward);
  });
  document.addEventListener("trace:end", function (e) {
    var glass = e.target.querySelector(".glass");
    held = null;
    if (glass) glass.remove();
  });
})();
