// The field, seen nearer: wheel, two fingers, buttons or keys zoom; one finger or the arrows move the view; a figure
// that is chosen shows how far it reaches and what is said of it. Signs keep their size, so that a crowd comes apart.
// A figure with data-handle that is dragged, or moved by arrows, is told of by "figure:moved"; nothing is sent from here.
// "field:shown" is told on a field that was drawn anew or seen otherwise, "field:tapped" where it was tapped.
(function () {
  "use strict";
  var views = new Map(), NEAREST = 0.06, FURTHEST = 1.6, FIRM = 5, THUMB = 24;
  var SMALL = 5.2, LARGE = 8;  // a sign's unit, in pixels
  var SIDE = 62, TOP = 26, FOOT = 36;  // pixels kept free about the outermost for their signs and names
  var touching = new Map(), drag = null, moved = false, open = {};

  function fieldOf(svg) { return svg.closest("section, fieldset, .field") || svg.parentElement; }
  function nameOf(svg) { var place = svg.closest("[id]"); return place ? place.id : ""; }
  function numbers(text) { return text.split(/[ ,]+/).map(Number); }
  function viewOf(svg) {
    var name = nameOf(svg), view = views.get(name);
    if (!svg.dataset.home) svg.dataset.home = svg.getAttribute("viewBox");
    if (!view) { view = { box: null, chosen: "" }; views.set(name, view); }
    return view;
  }
  // All that is there, with room for signs and names; where one draws, all that is in his reach.
  function boundsOf(svg) {
    var bounds = numbers(svg.dataset.bounds), trace = svg.closest("[data-trace]");
    var start = trace && trace.dataset.start ? numbers(trace.dataset.start) : null, far = start && Number(trace.dataset.longest);
    if (!far) return bounds;
    return [Math.min(bounds[0], start[0] - far), Math.min(bounds[1], start[1] - far),
      Math.max(bounds[2], start[0] + far), Math.max(bounds[3], start[1] + far)];
  }
  function homeOf(svg) {
    var seen = svg.getBoundingClientRect(), wide = seen.width, tall = seen.height;
    if (!wide || !tall) return numbers(svg.dataset.home);
    var b = boundsOf(svg), side = Math.min(SIDE, wide / 5), top = Math.min(TOP, tall / 6), foot = Math.min(FOOT, tall / 4);
    var scale = Math.min((wide - 2 * side) / (b[2] - b[0]), (tall - top - foot) / (b[3] - b[1]), wide / Number(svg.dataset.least));
    var x = (b[0] + b[2] - wide / scale) / 2, y = (b[1] + b[3]) / 2 - (tall + top - foot) / 2 / scale;
    return [x, y, wide / scale, tall / scale];
  }
  function boxOf(svg) { return viewOf(svg).box || homeOf(svg); }
  function ratioOf(svg) { return boxOf(svg)[2] / homeOf(svg)[2]; }
  function show(svg) {
    svg.setAttribute("viewBox", boxOf(svg).join(" "));
    var seen = svg.getScreenCTM(), bounds = svg.getBoundingClientRect();
    var least = SMALL * parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
    var pixels = Math.max(least, Math.min(LARGE, Math.min(bounds.width, bounds.height) / 62));
    var size = seen && seen.a ? pixels / seen.a : Number(svg.dataset.scale);
    var busy = svg.dataset.running !== undefined || svg.dataset.dragging !== undefined;
    if (!busy) window.crowd.spread(svg, size, viewOf(svg).box ? null : boxOf(svg));
    svg.querySelectorAll("[data-fixed]").forEach(function (each) {
      var x = Number(each.dataset.x) + Number(each.dataset.dx || 0) * size, y = Number(each.dataset.y) + Number(each.dataset.dy || 0) * size;
      each.setAttribute("transform", "translate(" + x + " " + y + ") scale(" + size + ")");
    });
    if (seen && seen.a) svg.dispatchEvent(new CustomEvent("field:shown", { bubbles: true }));
  }
  function at(svg, x, y) {
    var point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  // A figure is drawn elsewhere, with how far it reaches.
  function put(figure, place) {
    figure.dataset.x = place[0];
    figure.dataset.y = place[1];
    figure.closest("[data-map]").querySelectorAll('.rings[data-of="' + figure.dataset.n + '"] circle').forEach(function (ring) {
      ring.setAttribute("cx", place[0]);
      ring.setAttribute("cy", place[1]);
    });
  }
  function zoom(svg, by, about) {
    var box = boxOf(svg), home = homeOf(svg), ratio = ratioOf(svg);
    var next = Math.min(FURTHEST, Math.max(NEAREST, ratio * by)), factor = next / ratio;
    if (factor === 1) return false;
    var x = about ? about[0] : box[0] + box[2] / 2, y = about ? about[1] : box[1] + box[3] / 2;
    viewOf(svg).box = [x + (box[0] - x) * factor, y + (box[1] - y) * factor, home[2] * next, home[3] * next];
    show(svg);
    return true;
  }
  function pan(svg, dx, dy) {
    var box = boxOf(svg);
    viewOf(svg).box = [box[0] + dx, box[1] + dy, box[2], box[3]];
    show(svg);
  }
  function fit(svg) { viewOf(svg).box = null; show(svg); }

  // Choosing a figure.
  function choose(svg, figure) {
    viewOf(svg).chosen = figure ? figure.dataset.name : "";
    mark(svg);
  }
  function mark(svg) {
    var chosen = viewOf(svg).chosen, words = fieldOf(svg).querySelector("[data-picked]"), said = "";
    svg.querySelectorAll(".ft[data-name]").forEach(function (each) {
      var on = !!chosen && each.dataset.name === chosen;
      each.classList.toggle("on", on);
      each.setAttribute("aria-pressed", String(on));
      var rings = svg.querySelector('.rings[data-of="' + each.dataset.n + '"]');
      if (rings) rings.classList.toggle("on", on);
      var line = on && fieldOf(svg).querySelector('[data-words="' + each.dataset.n + '"]');
      if (line) said = line.textContent;
    });
    if (!words || svg.hasAttribute("data-measuring")) return;
    words.hidden = !said;
    if (words.textContent !== said) words.textContent = said;
  }

  // Pointing.
  function spread() {
    var two = Array.from(touching.values());
    return { x: (two[0].x + two[1].x) / 2, y: (two[0].y + two[1].y) / 2, gap: Math.hypot(two[0].x - two[1].x, two[0].y - two[1].y) || 1 };
  }
  function tell(figure, place, done, keys) {
    figure.dispatchEvent(new CustomEvent("figure:moved", { bubbles: true, detail: { at: place, done: done, keys: !!keys } }));
  }
  function draw(svg, what, x, y, kind) {
    var detail = { at: at(svg, x, y), x: x, y: y, touch: kind === "touch" };
    svg.dispatchEvent(new CustomEvent("trace:" + what, { bubbles: true, detail: detail }));
  }
  function tapped(svg, figure, place) {
    var detail = { at: place, figure: figure };
    if (!svg.dispatchEvent(new CustomEvent("field:tapped", { bubbles: true, cancelable: true, detail: detail }))) return;
    choose(svg, figure && !figure.classList.contains("on") ? figure : null);
  }
  document.addEventListener("pointerdown", function (e) {
    var svg = e.target.closest && e.target.closest("[data-map]");
    if (!svg || e.button > 0) return;
    touching.set(e.pointerId, { x: e.clientX, y: e.clientY });
    var figure = svg.hasAttribute("data-measuring") ? null : e.target.closest(".ft[data-handle]");
    var hand = svg.hasAttribute("data-draw") ? "draw" : figure ? "figure" : "view";
    if (drag && moved) letGo(drag);
    moved = false;
    drag = { svg: svg, figure: figure, hand: touching.size > 1 ? "pinch" : hand, x: e.clientX, y: e.clientY };
    if (touching.size === 2) drag.pinch = spread();
  });
  document.addEventListener("pointermove", function (e) {
    if (!drag || !touching.has(e.pointerId)) return;
    if (!drag.svg.isConnected) { drag = null; return; }
    var was = touching.get(e.pointerId);
    if (!moved && Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < FIRM) return;
    touching.set(e.pointerId, { x: e.clientX, y: e.clientY });
    drag.last = { x: e.clientX, y: e.clientY };
    if (!moved) begin(e);
    if (drag.hand === "pinch") pinch();
    else if (drag.hand === "draw") draw(drag.svg, "move", e.clientX, e.clientY, e.pointerType);
    else if (drag.hand === "figure") tell(drag.figure, at(drag.svg, e.clientX, e.clientY), false);
    else if (drag.hand === "view") {
      var from = at(drag.svg, was.x, was.y), to = at(drag.svg, e.clientX, e.clientY);
      pan(drag.svg, from[0] - to[0], from[1] - to[1]);
    }
  });
  function begin(e) {
    moved = true;
    drag.svg.setAttribute("data-dragging", "");
    if (drag.hand === "figure") drag.figure.classList.add("held");
    if (drag.hand === "draw") draw(drag.svg, "begin", drag.x, drag.y);
    try { drag.svg.setPointerCapture(e.pointerId); } catch (gone) { return; }
  }
  function pinch() {
    if (touching.size < 2) return;
    var now = spread(), was = drag.pinch, from = at(drag.svg, was.x, was.y), to = at(drag.svg, now.x, now.y);
    pan(drag.svg, from[0] - to[0], from[1] - to[1]);
    zoom(drag.svg, was.gap / now.gap, at(drag.svg, now.x, now.y));
    drag.pinch = now;
  }
  // What was under way ends where it was last, also where a second finger comes or the screen takes the first away.
  function letGo(was) {
    was.svg.removeAttribute("data-dragging");
    if (was.figure) was.figure.classList.remove("held");
    if (was.hand === "figure") tell(was.figure, at(was.svg, was.last.x, was.last.y), true);
    else if (was.hand === "draw") draw(was.svg, "end", was.last.x, was.last.y);
  }
  // A finger means the figure that it is nearest to; a mouse the one it is on.
  function meant(svg, e) {
    var least = THUMB, found = e.target.closest && e.target.closest(".ft[data-name]");
    if (e.pointerType !== "touch") return found;
    svg.querySelectorAll(".ft[data-name] .sign").forEach(function (sign) {
      var box = sign.getBoundingClientRect(), far = Math.hypot((box.left + box.right) / 2 - e.clientX, (box.top + box.bottom) / 2 - e.clientY);
      if (far < least) { least = far; found = sign.closest(".ft"); }
    });
    return found;
  }
  function lift(e) {
    if (!touching.delete(e.pointerId) || !drag) return;
    if (touching.size) { if (drag.hand === "pinch") drag.hand = "lifted"; return; }
    var was = drag;
    drag = null;
    if (!was.svg.isConnected) return;
    if (moved) letGo(was);
    else if (e.type === "pointerup" && was.hand === "draw") draw(was.svg, "tap", e.clientX, e.clientY);
    else if (e.type === "pointerup" && (was.hand === "figure" || was.hand === "view")) tapped(was.svg, meant(was.svg, e), at(was.svg, e.clientX, e.clientY));
    document.dispatchEvent(new Event("toggle"));  // what was held back meanwhile may come
  }
  document.addEventListener("pointerup", lift);
  document.addEventListener("pointercancel", lift);
  document.addEventListener("click", function (e) {
    if (moved && e.target.closest && e.target.closest("[data-map]")) { e.stopPropagation(); moved = false; }
  }, true);
  document.addEventListener("wheel", function (e) {
    var svg = e.target.closest && e.target.closest("[data-map]");
    if (svg && zoom(svg, Math.pow(1.0015, e.deltaY), at(svg, e.clientX, e.clientY))) e.preventDefault();
  }, { passive: false });
  document.addEventListener("click", function (e) {
    var button = e.target.closest("[data-zoom]"), svg = button && fieldOf(button).querySelector("[data-map]");
    if (!svg) return;
    if (button.dataset.zoom === "fit") fit(svg);
    else zoom(svg, button.dataset.zoom === "in" ? 0.75 : 1 / 0.75);
  });

  // Keys.
  var WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  function arrow(svg, figure, way, far) {
    if (figure && figure.dataset.handle) {
      var step = Number(svg.dataset.step) * far, from = numbers(figure.dataset.now || figure.dataset.from);
      tell(figure, [from[0] + way[0] * step, from[1] + way[1] * step], true, true);
    } else pan(svg, way[0] * boxOf(svg)[2] / 10, way[1] * boxOf(svg)[3] / 10);
  }
  function key(svg, figure, e) {
    if (WAYS[e.key]) arrow(svg, figure, WAYS[e.key], e.shiftKey ? 10 : 1);
    else if (e.key === "+" || e.key === "=") zoom(svg, 0.75);
    else if (e.key === "-") zoom(svg, 1 / 0.75);
    else if (e.key === "0") fit(svg);
    else if (figure && (e.key === "Enter" || e.key === " ")) tapped(svg, figure, [Number(figure.dataset.x), Number(figure.dataset.y)]);
    else if (e.key === "Escape" && viewOf(svg).chosen) choose(svg, null);
    else return false;
    return true;
  }
  document.addEventListener("keydown", function (e) {
    var svg = e.target.closest && e.target.closest("[data-map]");
    if (!svg || e.ctrlKey || e.metaKey || e.altKey) return;
    if (key(svg, e.target.closest(".ft[data-name]"), e)) { e.preventDefault(); e.stopPropagation(); }
  }, true);

  // What was open stays open when the field is drawn anew.
  function opened(details) { return details.closest("[id]") && details.closest("[id]").id + " " + details.className; }
  document.addEventListener("toggle", function (e) {
    if (!e.target.matches || !e.target.matches(".field-words, .seen-field") || !e.target.isConnected) return;
    open[opened(e.target)] = e.target.open;
  }, true);

  function dress() {
    document.querySelectorAll(".field-words, .seen-field").forEach(function (each) {
      if (opened(each) in open) each.open = open[opened(each)];
    });
    document.querySelectorAll("[data-map]").forEach(function (svg) { viewOf(svg); show(svg); mark(svg); });
    document.querySelectorAll("[data-tools]").forEach(function (tools) { tools.hidden = false; });
  }
  function turned() {
    views.forEach(function (view) { view.box = null; });
    dress();
  }
  window.field = { nameOf: nameOf, fieldOf: fieldOf, at: at, pan: pan, put: put, show: show };
  document.addEventListener("regions:settled", dress);
  document.addEventListener("field:drawn", dress);
  document.addEventListener("field:scaled", function () { document.querySelectorAll("[data-draw]").forEach(show); });
  document.addEventListener("toggle", dress, true);
  addEventListener("resize", turned);
  dress();
})();
