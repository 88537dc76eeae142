// Drawing a way on the field: dragged or tapped, corner by corner, no longer than it may be. The corners stand in the
// text below, which can be typed as well and is what is sent; the drawing follows it.
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", SNAP = 16, HAIR = 0.02;
  var stroke = null;

  function fieldOf(element) { return element.closest("[data-trace]"); }
  function pair(text) {
    var found = text.split(/[,;\s]+/).filter(Boolean).map(Number);
    return found.length === 2 && found.every(isFinite) ? found : null;
  }
  function cornersOf(field) {
    return field.querySelector("[data-corners]").value.split("\n").map(pair).filter(Boolean);
  }
  function longest(field) { return field.dataset.longest === "" ? Infinity : Number(field.dataset.longest); }
  function gap(a, b) { return Math.hypot(a[0] - b[0], a[1] - b[1]); }
  function length(corners) {
    return corners.reduce(function (sum, each, n) { return n ? sum + gap(corners[n - 1], each) : 0; }, 0);
  }
  function round(at) { return [Math.round(at[0] * 100) / 100, Math.round(at[1] * 100) / 100]; }
  function begun(field) {
    var corners = cornersOf(field), start = pair(field.dataset.start);
    return corners.length || !start ? corners : [start];
  }
  // A way cut where it is as long as it may be, a hair before.
  function cut(corners, most) {
    var left = most, kept = corners.slice(0, 1);
    for (var n = 1; n < corners.length; n += 1) {
      var far = gap(corners[n - 1], corners[n]);
      if (far > left) {
        var part = Math.max(0, left - HAIR) / far, from = corners[n - 1], to = corners[n];
        if (part > 0) kept.push(round([from[0] + (to[0] - from[0]) * part, from[1] + (to[1] - from[1]) * part]));
        return kept;
      }
      left -= far;
      kept.push(corners[n]);
    }
    return kept;
  }
  // Corners where the finger turned: points that lie within a hair of the straight way between others are left out.
  function turns(points, slack) {
    if (points.length < 3) return points;
    var a = points[0], b = points[points.length - 1], span = gap(a, b), worst = 0, at = 0;
    for (var n = 1; n < points.length - 1; n += 1) {
      var p = points[n];
      var off = span ? Math.abs((b[0] - a[0]) * (a[1] - p[1]) - (a[0] - p[0]) * (b[1] - a[1])) / span : gap(a, p);
      if (off > worst) { worst = off; at = n; }
    }
    if (worst <= slack) return [a, b];
    return turns(points.slice(0, at + 1), slack).concat(turns(points.slice(at), slack).slice(1));
  }
  function pixel(svg) { return 1 / svg.getScreenCTM().a; }
  function snapped(svg, at) {
    var near = at, least = SNAP * pixel(svg);
    svg.querySelectorAll(".ft").forEach(function (each) {
      var place = [Number(each.dataset.x), Number(each.dataset.y)];
      if (gap(place, at) < least) { least = gap(place, at); near = place; }
    });
    return round(near);
  }

  function write(field, corners) {
    var text = field.querySelector("[data-corners]");
    text.value = corners.length > 1 ? corners.map(function (each) { return each.join(", "); }).join("\n") : "";
    text.dispatchEvent(new Event("change", { bubbles: true }));
    show(field);
  }
  function show(field, corners) {
    var svg = field.querySelector("[data-draw]"), layer = svg && svg.querySelector(".way");
    if (!svg) return;
    corners = corners || begun(field);
    if (!layer) {
      layer = document.createElementNS(SVG, "g");
      layer.setAttribute("class", "way");
      svg.insertBefore(layer, svg.querySelector(".ft"));
    }
    layer.textContent = "";
    var most = longest(field), drawn = length(corners);
    if (corners.length && isFinite(most)) circle(layer, "way-left", corners[corners.length - 1], Math.max(0, most - drawn));
    if (corners.length > 1) {
      var line = document.createElementNS(SVG, "polyline");
      line.setAttribute("class", "drawn");
      line.setAttribute("points", corners.map(function (each) { return each.join(","); }).join(" "));
      layer.appendChild(line);
      corners.slice(1).forEach(function (each) { corner(layer, each); });
    }
    field.querySelector("[data-gauge]").hidden = false;
    field.querySelector("[data-drawn]").textContent = String(Math.round(drawn * 10) / 10);
    field.querySelector("meter").value = isFinite(most) ? Math.min(most, drawn) : 0;
    field.querySelector("meter").hidden = !isFinite(most);
    document.dispatchEvent(new Event("field:scaled"));
  }
  function circle(layer, kind, at, r) {
    var ring = document.createElementNS(SVG, "circle");
    ring.setAttribute("class", kind);
    ring.setAttribute("cx", at[0]);
    ring.setAttribute("cy", at[1]);
    ring.setAttribute("r", r);
    layer.appendChild(ring);
    return ring;
  }
  function corner(layer, at) {
    var group = document.createElementNS(SVG, "g");
    group.setAttribute("class", "corner");
    group.setAttribute("data-fixed", "");
    group.dataset.x = at[0];
    group.dataset.y = at[1];
    circle(group, "", [0, 0], 0.8);
    layer.appendChild(group);
  }

  function extended(field, points) {
    var before = begun(field), most = Number(field.dataset.most);
    return cut(before.concat(points), longest(field)).slice(0, most);
  }
  document.addEventListener("trace:begin", function (e) { stroke = { field: fieldOf(e.target), points: [round(e.detail.at)] }; });
  document.addEventListener("trace:move", function (e) {
    if (!stroke) return;
    var last = stroke.points[stroke.points.length - 1], at = round(e.detail.at);
    if (gap(last, at) > 2 * pixel(e.target)) stroke.points.push(at);
    show(stroke.field, extended(stroke.field, stroke.points.slice(1)));
  });
  document.addEventListener("trace:end", function (e) {
    if (!stroke) return;
    var svg = e.target, points = stroke.points.slice(1), field = stroke.field, before = begun(field);
    stroke = null;
    if (!points.length) return show(field);
    points[points.length - 1] = snapped(svg, points[points.length - 1]);
    var from = before.length ? [before[before.length - 1]] : [];
    write(field, extended(field, turns(from.concat(points), 5 * pixel(svg)).slice(from.length)));
  });
  document.addEventListener("trace:tap", function (e) {
    var field = fieldOf(e.target);
    write(field, extended(field, [snapped(e.target, e.detail.at)]));
  });
  document.addEventListener("click", function (e) {
    var last = e.target.closest("[data-last-corner]"), none = e.target.closest("[data-no-corner]");
    if (last) write(fieldOf(last), cornersOf(fieldOf(last)).slice(0, -1));
    if (none) write(fieldOf(none), []);
  });
  document.addEventListener("input", function (e) {
    if (e.target.matches("[data-corners]")) show(fieldOf(e.target));
  });
  function dress() { document.querySelectorAll("[data-trace]").forEach(function (field) { show(field); }); }
  document.addEventListener("regions:settled", dress);
  dress();
})();
