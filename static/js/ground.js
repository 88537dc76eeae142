// The ground: squares as far as one sees, with lines of one width however near one looks, and the scale where it
// covers least.
(function () {
  "use strict";
  var BARS = [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50], LONG = 44, MARGIN = 12, SMALL = 5.2, FINEST = 7;

  function covered(a, b) {
    var wide = Math.min(a[2], b[2]) - Math.max(a[0], b[0]), tall = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
    return wide > 0 && tall > 0 ? wide * tall : 0;
  }
  function bar(svg, taken, seen, size) {
    var scale = svg.querySelector(".scale"), m = svg.getCTM() && svg.getScreenCTM();
    if (!scale || !m) return;
    var square = Number(svg.dataset.square), unit = BARS.find(function (n) { return n * square * m.a >= LONG * size / SMALL; }) || 50;
    var half = unit * square, long = half * m.a, k = size / SMALL, wide = 2 * long + 28 * k, tall = 26 * k, best = null;
    [[1, 0], [0, 0], [1, 1], [0, 1], [0.5, 0], [0.5, 1]].forEach(function (spot, n) {
      var x = MARGIN + spot[0] * (seen[2] - wide - 2 * MARGIN), y = MARGIN + spot[1] * (seen[3] - tall - 2 * MARGIN);
      var cost = n + taken.reduce(function (sum, each) { return sum + covered([x, y, x + wide, y + tall], each); }, 0);
      if (!best || cost < best.cost) best = { cost: cost, x: x, y: y };
    });
    var box = svg.getAttribute("viewBox").split(" ").map(Number);
    var at = "translate(" + (box[0] + (best.x + 8 * k) / m.a) + " " + (box[1] + (best.y + 6 * k) / m.a) + ") scale(" + 1 / m.a + ")";
    scale.setAttribute("transform", at);
    scale.querySelector("path").setAttribute("d", "M0-5V0H" + 2 * long + "V-5M" + long + "-5V0");
    scale.querySelectorAll("text").forEach(function (text, n) {
      text.setAttribute("transform", "translate(" + (n + 1) * long + " " + 14 * k + ") scale(" + k + ")");
      text.textContent = Math.round((n + 1) * half * 10) / 10 + (n ? "" : " " + svg.dataset.unit);
    });
  }
  function lines(box, step) {
    var drawn = "", n;
    for (n = Math.ceil(box[0] / step); n * step < box[0] + box[2]; n += 1) drawn += "M" + n * step + " " + box[1] + "v" + box[3];
    for (n = Math.ceil(box[1] / step); n * step < box[1] + box[3]; n += 1) drawn += "M" + box[0] + " " + n * step + "h" + box[2];
    return drawn;
  }
  function squares(svg) {
    var ground = svg.querySelector(".ground"), box = svg.getAttribute("viewBox").split(" ").map(Number), scale = svg.getScreenCTM().a;
    ground.textContent = "";
    [["g5", Number(svg.dataset.part)], ["g", Number(svg.dataset.square)]].forEach(function (each) {
      if (each[1] * scale < FINEST || each[0] === "g5" && svg.dataset.part === svg.dataset.square) return;
      var path = ground.appendChild(document.createElementNS(ground.namespaceURI, "path"));
      path.setAttribute("class", each[0]);
      path.setAttribute("d", lines(box, each[1]));
    });
  }
  window.ground = { squares: squares, bar: bar, covered: covered };
})();
