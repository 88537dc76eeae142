// Measuring: two places or figures, one after the other, by tap, click or Enter. Between figures the distance is the one
// that counts, also where it was ruled otherwise than they are drawn.
(function () {
  "use strict";
  var SVG = "http://www.w3.org/2000/svg", NEAR = 18, measures = new Map();

  function of(svg) {
    var name = window.field.nameOf(svg);
    if (!measures.has(name)) measures.set(name, { on: false, ends: [] });
    return measures.get(name);
  }
  function placeOf(figure) { return [Number(figure.dataset.x), Number(figure.dataset.y)]; }
  function rounded(far) { return String(Math.round(far * 10) / 10); }
  function figureOf(svg, end) { return end.figure ? svg.querySelector('.ft[data-n="' + end.figure + '"]') : null; }
  function where(svg, end) {
    var figure = figureOf(svg, end);
    return figure ? placeOf(figure) : end.at;
  }
  function called(svg, end) {
    var figure = figureOf(svg, end);
    return figure ? figure.dataset.name : end.at.map(rounded).join(", ");
  }
  function far(svg, ends) {
    var one = figureOf(svg, ends[0]), ruled = one && ends[1].figure && (one.dataset.far || "").split(";").map(function (each) {
      return each.split(" ");
    }).find(function (each) { return each[0] === ends[1].figure; });
    var a = where(svg, ends[0]), b = where(svg, ends[1]);
    return ruled ? Number(ruled[1]) : Math.hypot(a[0] - b[0], a[1] - b[1]);
  }
  function inches(svg, gap) {
    return (svg.dataset.inches || "").split(";").filter(Boolean).map(function (each) {
      var ground = each.split(" ");
      return rounded(gap / Number(ground[1])) + " in " + ground[0];
    }).join(", ");
  }
  function words(svg, ends) {
    if (!ends.length) return "Measure: tap a place or a figure.";
    if (ends.length < 2) return "From " + called(svg, ends[0]) + ". To where?";
    var gap = far(svg, ends), more = inches(svg, gap);
    return called(svg, ends[0]) + " to " + called(svg, ends[1]) + ": " + rounded(gap) + " " + svg.dataset.unit + (more ? " (" + more + ")" : "") + ".";
  }
  function made(layer, kind, given) {
    var element = layer.appendChild(document.createElementNS(SVG, kind));
    Object.keys(given).forEach(function (key) { element.setAttribute(key, given[key]); });
    return element;
  }
  function draw(svg) {
    var measure = of(svg), layer = svg.querySelector(".measured"), pixel = 1 / svg.getScreenCTM().a;
    if (layer) layer.remove();
    if (!measure.on || !measure.ends.length) return;
    layer = svg.querySelector("[data-plane]").appendChild(document.createElementNS(SVG, "g"));
    layer.setAttribute("class", "measured");
    var ends = measure.ends.map(function (end) { return where(svg, end); });
    ends.forEach(function (end) { made(layer, "circle", { cx: end[0], cy: end[1], r: 17 * pixel }); });
    if (ends.length < 2) return;
    made(layer, "path", { d: "M" + ends[0].join(" ") + "L" + ends[1].join(" ") });
    var text = made(layer, "text", { x: 0, y: 0, transform: "translate(" + (ends[0][0] + ends[1][0]) / 2 + " " + ((ends[0][1] + ends[1][1]) / 2 - 6 * pixel) + ") scale(" + pixel + ")" });
    text.textContent = rounded(far(svg, measure.ends)) + " " + svg.dataset.unit;
  }
  function dress(svg) {
    var measure = of(svg), field = window.field.fieldOf(svg), button = field.querySelector("[data-measure]");
    if (!button) return;
    button.setAttribute("aria-pressed", String(measure.on));
    svg.toggleAttribute("data-measuring", measure.on);
    draw(svg);
  }
  function tell(svg) {
    var said = window.field.fieldOf(svg).querySelector("[data-picked]"), measure = of(svg);
    said.hidden = !measure.on;
    said.textContent = measure.on ? words(svg, measure.ends) : "";
    if (measure.on) window.say(said.textContent);
  }
  function turn(svg, on) {
    measures.set(window.field.nameOf(svg), { on: on, ends: [] });
    dress(svg);
    tell(svg);
  }
  function near(svg, at) {
    var least = NEAR / svg.getScreenCTM().a, found = null;
    svg.querySelectorAll(".ft").forEach(function (each) {
      var place = placeOf(each), gap = Math.hypot(place[0] - at[0], place[1] - at[1]);
      if (gap < least) { least = gap; found = each; }
    });
    return found;
  }
  document.addEventListener("field:tapped", function (e) {
    var svg = e.target, measure = of(svg);
    if (!measure.on) return;
    e.preventDefault();
    var figure = e.detail.figure || near(svg, e.detail.at);
    if (measure.ends.length > 1) measure.ends = [];
    measure.ends.push({ figure: figure ? figure.dataset.n : "", at: e.detail.at });
    dress(svg);
    tell(svg);
  });
  document.addEventListener("click", function (e) {
    var button = e.target.closest("[data-measure]"), svg = button && window.field.fieldOf(button).querySelector("[data-map]");
    if (svg) turn(svg, !of(svg).on);
  });
  document.addEventListener("keydown", function (e) {
    var field = e.key === "Escape" && e.target.closest && e.target.closest("section, fieldset");
    var svg = field && field.querySelector("[data-map][data-measuring]");
    if (!svg) return;
    turn(svg, false);
    e.stopPropagation();  // it has done its work: it does not bring the page back to now as well
  }, true);
  document.addEventListener("field:shown", function (e) { if (of(e.target).on) dress(e.target); });
  document.addEventListener("regions:settled", function () {
    document.querySelectorAll("[data-map]").forEach(function (svg) {
      var said = of(svg).on && window.field.fieldOf(svg).querySelector("[data-picked]");
      if (said && said.hidden) tell(svg);
    });
  });
})();
