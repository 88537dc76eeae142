// Where names are written: beneath a sign, or on the side where they cover neither a sign nor another name. A mob that
// stands together and has no room for each of its names has one: "Orcs 1-4". A name for which there is no room at all
// is left out until one looks nearer; the sign bears its letter, and the list beneath the field names everybody.
(function () {
  "use strict";
  // Where a name stands beside its sign: which way across and down, what part of its length lies before, left and top of
  // its box but for that, in units of a sign; the best comes first.
  var SIDES = [
    [0, 1, -0.5, 0, 2.5], [1, 0, 0, 2.7, -1.4], [-1, 0, -1, -2.7, -1.4], [0, -1, -0.5, 0, -5.2],
    [1, 1, 0, 1.8, 1.5], [-1, 1, -1, -1.8, 1.5], [1, -1, 0, 1.8, -4.2], [-1, -1, -1, -1.8, -4.2],
    [0, 1, 0, -2, 2.5], [0, 1, -1, 2, 2.5], [0, -1, 0, -2, -5.2], [0, -1, -1, 2, -5.2]
  ];
  var LINE = 2.6, SIGN = 2.1, HALO = 1.2, NEIGHBOUR = 8, ENOUGH = 2, SLACK = 0.04, MOST = 3, GAP = 0.4;
  var ENDINGS = [[/s$/, "s"], [/man$/, "men"], [/f$/, "ves"], [/([^aeiou])y$/, "$1ies"], [/(x|z|ch|sh)$/, "$1es"], [/$/, "s"]];
  var lengths = new Map();

  function covered(a, b) { return window.ground.covered(a, b); }
  function whole(name) {
    if (name.dataset.full === undefined) name.dataset.full = name.textContent;
    return name.dataset.full;
  }
  // How long a text is, in units of a sign.
  function longOf(name, text) {
    if (!lengths.has(text)) {
      if (name.textContent !== text) name.textContent = text;
      lengths.set(text, name.getComputedTextLength());
    }
    return lengths.get(text);
  }
  function signOf(each) {
    var m = each.getCTM(), asked = each.classList.contains("asked"), name = each.querySelector(".nm");
    var text = whole(name), mob = text.match(/^(.*\S) (\d+)$/), r = (SIGN + (asked ? HALO : 0)) * m.a;
    return {
      of: each, name: name, text: text, x: m.e, y: m.f, unit: m.a, more: asked ? HALO : 0, box: [m.e - r, m.f - r, m.e + r, m.f + r],
      mob: mob ? mob[1] : "", nth: mob ? Number(mob[2]) : 0, first: asked || each.classList.contains("on"), side: each.classList[1]
    };
  }
  function textBox(mark) {
    var text = mark.querySelector("text"), m = mark.getCTM(), long = text && text.textContent.length * 0.6 * m.a;
    var foot = text ? Number(text.getAttribute("y")) * m.a : m.a;
    return text ? [m.e - long, m.f + foot - 2.2 * m.a, m.e + long, m.f + foot + 0.4 * m.a] : [m.e - m.a, m.f - m.a, m.e + m.a, m.f + m.a];
  }
  function flagOf(flag) {
    var m = flag.getCTM();
    return [m.e, m.f - 5.4 * m.a, m.e + 3.4 * m.a, m.f - 3.2 * m.a];
  }
  function boxOf(sign, side, long) {
    var left = sign.x + (side[3] + side[0] * sign.more) * sign.unit + side[2] * long;
    var top = sign.y + (side[4] + (side[0] ? 0 : side[1] * sign.more)) * sign.unit;
    return [left, top, left + long, top + LINE * sign.unit];
  }
  function inside(box, seen) { return box[0] >= seen[0] && box[1] >= seen[1] && box[2] <= seen[2] && box[3] <= seen[3]; }
  function clear(box, boxes) {
    return boxes.every(function (other) { return covered(box, other) <= SLACK * LINE * (box[3] - box[1]); });
  }

  // Mobs: numbered alike, of one side, each beside another.
  function knots(signs) {
    var left = signs.filter(function (sign) { return sign.mob; }), found = [];
    while (left.length) {
      var knot = [left.shift()];
      for (var n = 0; n < knot.length; n += 1) {
        left = left.filter(function (sign) {
          var near = sign.mob === knot[n].mob && sign.side === knot[n].side
            && Math.hypot(sign.x - knot[n].x, sign.y - knot[n].y) < NEIGHBOUR * sign.unit;
          if (near) knot.push(sign);
          return !near;
        });
      }
      if (knot.length >= ENOUGH) found.push(knot.sort(function (a, b) { return a.nth - b.nth; }));
    }
    return found;
  }
  function called(knot) {
    var runs = [], mob = knot[0].mob;
    knot.forEach(function (sign) {
      var last = runs[runs.length - 1];
      if (last && last[1] === sign.nth - 1) last[1] = sign.nth;
      else runs.push([sign.nth, sign.nth]);
    });
    var ending = ENDINGS.find(function (each) { return each[0].test(mob); }), many = mob.replace(ending[0], ending[1]);
    if (runs.length > MOST) return knot.length + " " + many;
    return many + " " + runs.map(function (run) {
      return run[0] === run[1] ? run[0] : run.join(run[1] - run[0] > 1 ? "-" : ", ");
    }).join(", ");
  }
  // Beneath, above and on the sides of all of them; text anchor, foot of the text, box.
  function aroundOf(knot, long) {
    var unit = knot[0].unit, high = LINE * unit, gap = GAP * unit, all = knot.map(function (sign) { return sign.box; });
    var box = [0, 1, 2, 3].map(function (n) {
      return (n < 2 ? Math.min : Math.max).apply(null, all.map(function (each) { return each[n]; }));
    });
    var middle = (box[0] + box[2] - long) / 2, level = (box[1] + box[3] - high) / 2, at = [];
    [[middle, box[3] + gap], [middle, box[1] - gap - high], [box[2] + gap, level], [box[0] - gap - long, level],
      [box[0], box[3] + gap], [box[2] - long, box[3] + gap], [box[0], box[1] - gap - high], [box[2] - long, box[1] - gap - high],
      [box[2] + gap, box[1]], [box[2] + gap, box[3] - high], [box[0] - gap - long, box[1]], [box[0] - gap - long, box[3] - high]
    ].forEach(function (each) { at.push([each[0], each[1], each[0] + long, each[1] + high]); });
    return at;
  }
  function choicesOf(one) {
    if (one.knot) return aroundOf(one.knot, one.long).concat(one.knot.reduce(function (all, sign) { return all.concat(sidesOf(sign, one.long)); }, []));
    return sidesOf(one.sign, one.long);
  }
  function sidesOf(sign, long) { return SIDES.map(function (side) { return boxOf(sign, side, long); }); }

  // What is to be written: each name, or that of a mob which has been joined.
  function wanted(signs, joined) {
    var taken = new Set();
    joined.forEach(function (knot) { knot.forEach(function (sign) { taken.add(sign); }); });
    return joined.map(function (knot) { return { sign: knot[0], knot: knot, text: called(knot), first: false }; }).concat(
      signs.filter(function (sign) { return !taken.has(sign); }).map(function (sign) { return { sign: sign, text: sign.text, first: sign.first }; })
    );
  }
  // The first word of a name, where nobody else here is called so.
  function shortOf(one, signs) {
    var word = one.knot ? "" : one.text.split(" ")[0];
    var same = signs.filter(function (sign) { return sign.text.split(" ")[0] === word; });
    return same.length === 1 && word !== one.text ? word : "";
  }
  function place(one, others, marks, written, seen) {
    one.long = longOf(one.sign.name, one.text) * one.sign.unit;
    var rooms = choicesOf(one).filter(function (box) { return inside(box, seen) && clear(box, others); });
    var free = rooms.filter(function (box) { return clear(box, written); });
    one.rooms = rooms.length;
    one.box = free.find(function (box) { return clear(box, marks); }) || free[0] || (one.first && rooms[0]);
  }
  // Who has the least room to choose from comes first. Returns those for whom there was none.
  function laidOut(all, signs, marks, seen) {
    var signBoxes = signs.map(function (sign) { return sign.box; }), written = [];
    all.forEach(function (one) {
      one.others = one.knot ? signBoxes : signBoxes.filter(function (box) { return box !== one.sign.box; });
      place(one, one.others, marks, written, seen);
    });
    all.slice().sort(function (a, b) { return b.first - a.first || a.rooms - b.rooms; }).forEach(function (one) {
      place(one, one.others, marks, written, seen);
      var word = one.box ? "" : shortOf(one, signs);
      if (word) { one.text = word; place(one, one.others, marks, written, seen); }
      if (one.box) written.push(one.box);
    });
    return all.filter(function (one) { return !one.box; });
  }
  function write(one) {
    var sign = one.sign, name = sign.name;
    name.classList.toggle("away", !one.box);
    if (!one.box) return;
    if (name.textContent !== one.text) name.textContent = one.text;
    name.setAttribute("text-anchor", "middle");
    name.setAttribute("x", ((one.box[0] + one.box[2]) / 2 - sign.x) / sign.unit);
    name.setAttribute("y", (one.box[3] - sign.y) / sign.unit - 0.5);
  }
  function names(signs, marks, seen) {
    signs.forEach(function (sign) { sign.name.classList.remove("away"); });
    var open = knots(signs), joined = [], all, failed, more;
    do {
      all = wanted(signs, joined);
      failed = laidOut(all, signs, marks, seen).map(function (one) { return one.sign; });
      more = open.filter(function (knot) { return knot.some(function (sign) { return failed.indexOf(sign) >= 0; }); });
      more = more.filter(function (knot) { return joined.indexOf(knot) < 0; });
      joined = joined.concat(more);
    } while (more.length);
    joined.forEach(function (knot) { knot.slice(1).forEach(function (sign) { sign.name.classList.add("away"); }); });
    all.forEach(write);
    return all.filter(function (one) { return one.box; }).map(function (one) { return one.box; });
  }
  document.addEventListener("field:shown", function (e) {
    var svg = e.target, bounds = svg.getBoundingClientRect(), seen = [0, 0, bounds.width, bounds.height];
    var flags = Array.prototype.map.call(svg.querySelectorAll(".flag:not(.to-come)"), flagOf);
    var marks = flags.concat(Array.prototype.map.call(svg.querySelectorAll(".tick"), textBox));
    var moving = svg.dataset.running !== undefined, signs = Array.prototype.map.call(svg.querySelectorAll(".ft"), signOf);
    var written = moving ? [] : names(signs, marks, seen);
    window.ground.squares(svg);
    window.ground.bar(svg, signs.map(function (sign) { return sign.box; }).concat(written, marks), seen, signs.length ? signs[0].unit : 5.2);
  });
  if (document.fonts) document.fonts.ready.then(function () { lengths.clear(); document.dispatchEvent(new Event("field:drawn")); });
})();
