// Stopping when one comes near somebody: the reach is drawn as a ring about where he will be then, a flag stands where
// one's own way would end, and both are said. Drawn from what has been revealed, as if nobody stopped before.
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg";

  function wayOf(element) {
    return element.dataset.way.split(";").map(function (each) { return each.split(" ").map(Number); });
  }
  function at(way, time) {
    for (var n = 1; n < way.length; n += 1) {
      var a = way[n - 1], b = way[n], part = b[0] > a[0] ? (time - a[0]) / (b[0] - a[0]) : 1;
      if (time <= b[0]) return [a[1] + (b[1] - a[1]) * part, a[2] + (b[2] - a[2]) * part];
    }
    return way[way.length - 1].slice(1);
  }
  function between(mine, his, time) {
    var a = at(mine, time), b = at(his, time);
    return [b[0] - a[0], b[1] - a[1]];
  }
  // The first time at which both are no further apart than that; null where they never are.
  function met(mine, his, within) {
    var times = mine.concat(his).map(function (each) { return each[0]; }).sort(function (a, b) { return a - b; });
    for (var n = 0; n < times.length; n += 1) {
      var gap = between(mine, his, times[n]), next = times[Math.min(n + 1, times.length - 1)], to = between(mine, his, next);
      if (Math.hypot(gap[0], gap[1]) <= within + 1e-6) return times[n];
      var x = to[0] - gap[0], y = to[1] - gap[1], a = x * x + y * y, b = gap[0] * x + gap[1] * y;
      var root = b * b - a * (gap[0] * gap[0] + gap[1] * gap[1] - within * within), part = a && root >= 0 ? (-b - Math.sqrt(root)) / a : -1;
      if (part >= 0 && part <= 1) return times[n] + (next - times[n]) * part;
    }
    return null;
  }
  function long(way, until) {
    var corners = way.filter(function (each) { return each[0] < until; }).map(function (each) { return each.slice(1); });
    return corners.concat([at(way, until)]).reduce(function (sum, each, n, all) {
      return n ? sum + Math.hypot(each[0] - all[n - 1][0], each[1] - all[n - 1][1]) : 0;
    }, 0);
  }
  function rounded(far) { return String(Math.round(far * 10) / 10); }
  function place(spot) { return spot.map(rounded).join(", "); }

  function named(near, name) { return near.closest("form").querySelector('[name="' + name + '"]' + (name === near.dataset.near ? ":checked" : "")); }
  function mapOf(near) { return near.querySelector("[data-map]") || document.querySelector("#field [data-map]"); }
  function planned(near) {
    var whom = named(near, near.dataset.near), typed = named(near, near.dataset.within), given = typed && typed.value.trim();
    var within = given ? Number(given) : Number(near.dataset.unsaid);
    if (!whom || !whom.dataset.way || !isFinite(within) || within < 0) return null;
    var mine = wayOf(near), his = wayOf(whom), time = met(mine, his, within), end = time === null ? 1 : time;
    return { who: whom.dataset.called, within: within, met: time !== null, mine: at(mine, end), his: at(his, end), far: long(mine, end) };
  }
  function words(found, unit) {
    var his = found.who + " is then at " + place(found.his) + ".";
    if (!found.met) return "Never within " + rounded(found.within) + " " + unit + ": to the end of the trace, at " + place(found.mine) + ". " + his;
    var stop = found.far < 0.05 ? "That near already: the stop is at once, at " : "The stop is after " + rounded(found.far) + " " + unit + " more, at ";
    return stop + place(found.mine) + ", if nobody stops before. " + his;
  }
  function element(parent, kind, given) {
    var one = parent.appendChild(document.createElementNS(SVG, kind));
    Object.keys(given).forEach(function (key) { one.setAttribute(key, given[key]); });
    return one;
  }
  function draw(svg, found) {
    var layer = element(svg.querySelector("[data-plane]"), "g", { class: "stop-near" });
    svg.querySelector("[data-plane]").insertBefore(layer, svg.querySelector(".ft"));
    element(layer, "circle", { class: "ring", cx: found.his[0], cy: found.his[1], r: found.within });
    [["his", found.his, "circle", { r: 1 }], ["flag", found.mine, "path", { d: "M0 0V-5.4L3.4-4.3 0-3.2" }]].forEach(function (each) {
      var mark = element(layer, "g", { class: each[0], "data-fixed": "", "data-x": each[1][0], "data-y": each[1][1] });
      element(mark, each[2], each[3]);
    });
    window.field.show(svg);
  }
  function wipe() { document.querySelectorAll(".stop-near").forEach(function (layer) { layer.remove(); }); }
  function show(near) {
    var svg = mapOf(near), found = planned(near), said = near.querySelector("[data-near-words]");
    wipe();
    said.hidden = !found;
    said.textContent = found ? words(found, svg ? svg.dataset.unit : "in") : "";
    if (found && svg) draw(svg, found);
  }
  function changed(e) {
    var form = e.target.form, near = form && form.querySelector("[data-near]");
    if (!near || (e.target.name !== near.dataset.near && e.target.name !== near.dataset.within)) return;
    show(near);
    if (e.type === "change") window.say(near.querySelector("[data-near-words]").textContent);
  }
  function dress() {
    wipe();
    document.querySelectorAll("[data-near]").forEach(show);
  }
  document.addEventListener("input", changed);
  document.addEventListener("change", changed);
  document.addEventListener("regions:settled", dress);
  dress();
})();
