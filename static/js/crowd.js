// Signs that would cover each other are drawn side by side, each as near to its place as there is room; looked at from
// nearer they come apart. Those on one place stand in rows, in their order. Offsets are in units of a sign.
(function () {
  "use strict";
  var CLOSE = 3, APART = 4.2, FURTHEST = 8, EDGE = 2.4;
  var slots = made();

  // Places about a middle: half a sign apart, so ordered that those taken one after the other make a block.
  function made() {
    var found = [], down, across;
    for (down = -FURTHEST; down <= FURTHEST; down += 0.5) {
      for (across = -FURTHEST; across <= FURTHEST; across += 0.5) {
        found.push({ x: across * APART, y: down * APART, far: Math.max(Math.abs(across - 0.25), 1.05 * Math.abs(down - 0.25)), half: (across % 1 || down % 1) !== 0 });
      }
    }
    return found.sort(function (a, b) { return a.far - b.far || a.half - b.half || a.y - b.y || a.x - b.x; });
  }
  function free(taken, x, y, gap) {
    return taken.every(function (each) { return Math.hypot(each[0] - x, each[1] - y) >= gap; });
  }
  function within(edges, x, y) {
    return !edges || (x >= edges[0] + EDGE && x <= edges[2] - EDGE && y >= edges[1] + EDGE && y <= edges[3] - EDGE);
  }
  function slotFor(one, taken, edges) {
    var inside = within(edges, one.x, one.y);
    var slot = slots.find(function (each) {
      var x = one.x + each.x, y = one.y + each.y;
      return (!inside || within(edges, x, y)) && free(taken, x, y, APART - 0.01);
    }) || { x: 0, y: 0 };
    return [one.x + slot.x, one.y + slot.y];
  }
  // [left, top, width, height] of what is seen, as edges in units of a sign.
  function edgesOf(box, size) {
    return box && [box[0] / size, box[1] / size, (box[0] + box[2]) / size, (box[1] + box[3]) / size];
  }
  // Who stands on one place takes the room they were given there row by row.
  function inRows(all) {
    var places = new Map();
    all.forEach(function (one) {
      var key = one.x + " " + one.y;
      if (!places.has(key)) places.set(key, []);
      places.get(key).push(one);
    });
    places.forEach(function (here) {
      var rooms = here.map(function (one) { return one.at; });
      rooms.sort(function (a, b) { return Math.round(a[1] - b[1]) || a[0] - b[0]; });
      here.forEach(function (one, n) { one.at = rooms[n]; });
    });
  }
  function spread(svg, size, box) {
    var all = Array.prototype.map.call(svg.querySelectorAll(".ft"), function (figure) {
      return { of: figure, x: Number(figure.dataset.x) / size, y: Number(figure.dataset.y) / size, at: null };
    });
    var held = all.filter(function (one) { return one.of.dataset.now; }), seen = edgesOf(box, size), taken = [];
    held.concat(all).forEach(function (one) {
      if (one.at || !free(taken, one.x, one.y, CLOSE)) return;
      one.at = [one.x, one.y];
      taken.push(one.at);
    });
    all.forEach(function (one) {
      if (one.at) return;
      one.at = slotFor(one, taken, seen);
      taken.push(one.at);
    });
    inRows(all.filter(function (one) { return held.indexOf(one) < 0; }));
    all.forEach(function (one) {
      one.of.dataset.dx = one.at[0] - one.x;
      one.of.dataset.dy = one.at[1] - one.y;
    });
  }
  window.crowd = { spread: spread };
})();
