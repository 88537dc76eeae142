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
  // How long the way may be turns on what else is chosen: the first bound whose conditions hold.
  function chosen(field, name) {
    var form = field.closest("form"), found = form && form.querySelector('[name="answer.' + name + '"]:checked');
    return found ? found.value : "";
  }
  function holds(field, bound) {
    return bound.dataset.when.split(" ").filter(Boolean).every(function (each) {
      var pair = each.split("="), value = chosen(field, pair[0]);
      return pair[1] === "*" ? !!value : pair[1].split(",").indexOf(value) >= 0;
    });
  }
  function boundOf(field) {
    return Array.from(field.querySelectorAll("[data-bound]")).find(function (each) { return holds(field, each); });
  }
  function allowed(field) {
    var bound = boundOf(field), text = bound ? bound.dataset.bound : field.dataset.longest;
    return text === "" ? Infinity : Number(text);
  }
  // Whoever chases draws to where the other stands, however far that is, and is stopped where his movement ends.
  function chased(field) {
    var form = field.closest("form"), found = form && form.querySelector("[data-at]:checked");
    return found ? pair(found.dataset.at) : null;
  }
  function longest(field) { return chased(field) ? Infinity : allowed(field); }
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
      svg.querySelector("[data-plane]").insertBefore(layer, svg.querySelector(".ft"));
    }
    layer.textContent = "";
    var most = allowed(field), drawn = length(corners), bound = boundOf(field);
    field.querySelectorAll("[data-bound]").forEach(function (each) { each.hidden = each !== bound; });
    if (field.querySelector("[data-of]")) field.querySelector("[data-of]").textContent = String(most);
    if (isFinite(most)) field.querySelector("meter").max = most;
    if (corners.length && isFinite(most)) {
      var last = corners[corners.length - 1];
      made(layer, "circle", { class: "way-left", cx: last[0], cy: last[1], r: Math.max(0, most - drawn) });
    }
    if (corners.length > 1) {
      var gone = cut(corners, most), end = gone[gone.length - 1];
      if (drawn > most + HAIR) line(layer, "drawn beyond", corners);
      line(layer, "drawn", gone);
      corners.slice(1).forEach(function (each) { fixed(layer, "corner", each, "circle", { r: 0.8 }); });
      if (drawn > most + HAIR) fixed(layer, "flag", end, "path", { d: "M0 0V-5.4L3.4-4.3 0-3.2" });
      fixed(layer, "tick", end, "text", { y: drawn > most ? 3.4 : -1.8 }).textContent = told(field, Math.min(drawn, most), most);
    }
    field.querySelector("[data-gauge]").hidden = false;
    field.querySelector("[data-drawn]").textContent = String(Math.round(drawn * 10) / 10);
    field.querySelector("meter").value = isFinite(most) ? Math.min(most, drawn) : 0;
    field.querySelector("meter").hidden = !isFinite(most);
    document.dispatchEvent(new Event("field:scaled"));
  }
  function made(layer, kind, given) {
    var one = layer.appendChild(document.createElementNS(SVG, kind));
    Object.keys(given).forEach(function (key) { one.setAttribute(key, given[key]); });
    return one;
  }
  function line(layer, kind, corners) {
    made(layer, "polyline", { class: kind, points: corners.map(function (each) { return each.join(","); }).join(" ") });
  }
  // What keeps its size however near one looks.
  function fixed(layer, name, at, kind, given) {
    return made(made(layer, "g", { class: name, "data-fixed": "", "data-x": at[0], "data-y": at[1] }), kind, given);
  }
  function told(field, drawn, most) {
    var unit = field.querySelector("[data-draw]").dataset.unit;
    return (Math.round(drawn * 10) / 10) + (isFinite(most) ? " of " + most : "") + " " + unit;
  }

  function extended(field, points) {
    var most = Number(field.dataset.most), way = cut(begun(field).concat(points), longest(field));
    if (way.length > most) window.say("A way has at most " + most + " corners.");
    return way.slice(0, most);
  }
  // The corners at which a stroke turned, from where the way ended before.
  function turned(svg, field, points) {
    var from = begun(field).slice(-1);
    return turns(from.concat(points), 5 * pixel(svg)).slice(from.length);
  }
  document.addEventListener("trace:begin", function (e) { stroke = { field: fieldOf(e.target), points: [round(e.detail.at)] }; });
  document.addEventListener("trace:move", function (e) {
    if (!stroke) return;
    var last = stroke.points[stroke.points.length - 1], at = round(e.detail.at);
    if (gap(last, at) > 2 * pixel(e.target)) stroke.points.push(at);
    show(stroke.field, extended(stroke.field, turned(e.target, stroke.field, stroke.points.slice(1))));
  });
  document.addEventListener("trace:end", function (e) {
    if (!stroke) return;
    var svg = e.target, points = stroke.points.slice(1), field = stroke.field;
    stroke = null;
    if (!points.length) return show(field);
    points[points.length - 1] = snapped(svg, points[points.length - 1]);
    write(field, extended(field, turned(svg, field, points)));
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
  document.addEventListener("change", function (e) {
    var field = e.target.form && e.target.form.querySelector("[data-trace]");
    if (!field || e.target.matches("[data-corners]")) return;
    var at = chased(field);
    if (at && e.target.dataset.at) write(field, begun(field).slice(0, 1).concat([at]));
    else write(field, cut(begun(field), longest(field)));
  });
  // What is typed is folded away where it can be drawn; what is lacking is shown.
  document.addEventListener("invalid", function (e) {
    var typed = e.target.closest && e.target.closest("[data-typed]");
    if (!typed) return;
    typed.open = true;
    window.say("Draw a way first, or type its corners.", true);
  }, true);
  function fold(typed) {
    if (typed.dataset.typed || !typed.parentElement.querySelector("[data-draw]")) return;
    typed.dataset.typed = "folded";
    typed.open = false;
  }
  function dress() {
    document.querySelectorAll("[data-typed]").forEach(fold);
    document.querySelectorAll("[data-trace]").forEach(function (field) {
      if (!stroke || stroke.field !== field) show(field);
    });
  }
  document.addEventListener("regions:settled", dress);
  dress();
})();
