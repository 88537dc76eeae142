// The field, seen nearer: wheel, two fingers, buttons or keys zoom; one finger or the arrows move the view; a figure
// that is chosen shows how far it reaches and what is said of it. Signs keep their size, so that a crowd comes apart.
// A figure with data-handle that is dragged, or moved by arrows, is told of by "figure:moved"; nothing is sent from here.
(function () {
  "use strict";
  var views = new Map(), NEAREST = 0.06, FURTHEST = 1.6, FIRM = 5;
  var BESIDE = 4.3, SIGN = 5.2;  // those on one place are drawn in a row; a sign's unit is at least so many pixels
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
  function boxOf(svg) { return viewOf(svg).box || numbers(svg.dataset.home); }
  function ratioOf(svg) { return boxOf(svg)[2] / numbers(svg.dataset.home)[2]; }
  function show(svg) {
    svg.setAttribute("viewBox", boxOf(svg).join(" "));
    svg.classList.toggle("near", !!viewOf(svg).box);
    var seen = svg.getScreenCTM(), least = seen && seen.a ? SIGN / seen.a : 0;
    var size = Math.max(Number(svg.dataset.scale) * ratioOf(svg), least);
    svg.querySelectorAll("[data-fixed]").forEach(function (each) {
      var x = Number(each.dataset.x) + Number(each.dataset.beside || 0) * BESIDE * size;
      each.setAttribute("transform", "translate(" + x + " " + each.dataset.y + ") scale(" + size + ")");
    });
  }
  function at(svg, x, y) {
    var point = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM().inverse());
    return [point.x, point.y];
  }
  function zoom(svg, by, about) {
    var box = boxOf(svg), home = numbers(svg.dataset.home), ratio = ratioOf(svg);
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
    if (!words) return;
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
  function draw(svg, what, x, y) {
    svg.dispatchEvent(new CustomEvent("trace:" + what, { bubbles: true, detail: { at: at(svg, x, y) } }));
  }
  document.addEventListener("pointerdown", function (e) {
    var svg = e.target.closest && e.target.closest("[data-map]");
    if (!svg || e.button > 0) return;
    touching.set(e.pointerId, { x: e.clientX, y: e.clientY });
    var figure = e.target.closest(".ft[data-handle]");
    var hand = svg.hasAttribute("data-draw") ? "draw" : figure ? "figure" : "view";
    if (drag && drag.hand === "draw" && moved) draw(drag.svg, "end", drag.x, drag.y);
    moved = false;
    drag = { svg: svg, figure: figure, hand: touching.size > 1 ? "pinch" : hand, x: e.clientX, y: e.clientY };
    if (touching.size === 2) drag.pinch = spread();
  });
  document.addEventListener("pointermove", function (e) {
    if (!drag || !touching.has(e.pointerId)) return;
    var was = touching.get(e.pointerId);
    if (!moved && Math.hypot(e.clientX - drag.x, e.clientY - drag.y) < FIRM) return;
    touching.set(e.pointerId, { x: e.clientX, y: e.clientY });
    if (!moved) begin(e);
    if (drag.hand === "pinch") pinch();
    else if (drag.hand === "draw") draw(drag.svg, "move", e.clientX, e.clientY);
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
  function lift(e) {
    if (!touching.delete(e.pointerId) || !drag) return;
    if (touching.size) { if (drag.hand === "pinch") drag.hand = "lifted"; return; }
    var was = drag, figure = e.target.closest && e.target.closest(".ft[data-name]");
    drag = null;
    was.svg.removeAttribute("data-dragging");
    if (was.figure) was.figure.classList.remove("held");
    if (moved && was.hand === "figure") tell(was.figure, at(was.svg, e.clientX, e.clientY), true);
    else if (was.hand === "draw") draw(was.svg, moved ? "end" : "tap", e.clientX, e.clientY);
    else if (!moved && e.type === "pointerup") choose(was.svg, figure && !figure.classList.contains("on") ? figure : null);
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
    else if (figure && (e.key === "Enter" || e.key === " ")) choose(svg, figure.classList.contains("on") ? null : figure);
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
  window.fieldPoint = at;
  document.addEventListener("regions:settled", dress);
  document.addEventListener("field:drawn", dress);
  document.addEventListener("field:scaled", function () { document.querySelectorAll("[data-draw]").forEach(show); });
  document.addEventListener("toggle", dress, true);
  addEventListener("resize", dress);
  dress();
})();
