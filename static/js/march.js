// Movement as it comes. Who stands elsewhere than where he was last shown goes there along his way, in a moment. Traces
// that were revealed are run along: everybody goes his way at once, and pauses where somebody stops. What has come is
// always shown as it stands; what comes anew is run once, and a button runs all of it again. Who wants no motion sees
// where everybody stands, with the ways drawn, and goes through traces from stop to stop.
(function () {
  "use strict";
  var marches = new Map(), WHOLE = 6000, PAUSE = 900, MOMENT = 240;
  var met = new WeakSet(), seen = new Map();  // fields as they were drawn; where each figure was last shown, by field
  var still = matchMedia("(prefers-reduced-motion: reduce)");

  function maps() { return Array.prototype.slice.call(document.querySelectorAll("[data-march]")); }
  function untilOf(svg) { return Number(svg.dataset.until || 0); }
  function stopsOf(svg) {
    var lines = window.field.fieldOf(svg).querySelectorAll("[data-stop]");
    var found = Array.prototype.map.call(lines, function (line) { return { at: Number(line.dataset.stop), words: line.textContent }; });
    if (!found.length || found[0].at > 0) found.unshift({ at: 0, words: "At the start." });
    if (found[found.length - 1].at < untilOf(svg)) found.push({ at: untilOf(svg), words: "As far as they have come." });
    return found;
  }
  function spot(run, time) {
    var before = run[0];
    for (var n = 1; n < run.length; n += 1) {
      var after = run[n];
      if (after[0] >= time && (after[0] > before[0] || time < after[0])) {
        var part = (time - before[0]) / (after[0] - before[0] || 1);
        return [before[1] + (after[1] - before[1]) * part, before[2] + (after[2] - before[2]) * part];
      }
      before = after;
    }
    return [before[1], before[2]];
  }
  function runOf(figure) {
    return figure.dataset.run.split(";").map(function (each) { return each.split(" ").map(Number); });
  }
  function show(svg, time) {
    var ended = time >= untilOf(svg), told = stopsOf(svg).filter(function (stop) { return Math.abs(stop.at - time) < 1e-9; });
    svg.querySelectorAll(".ft[data-run]").forEach(function (figure) {
      if (!figure.dataset.stands) figure.dataset.stands = [figure.dataset.x, figure.dataset.y].join(" ");
      window.field.put(figure, ended ? figure.dataset.stands.split(" ").map(Number) : spot(runOf(figure), time));
    });
    svg.querySelectorAll(".flag").forEach(function (flag) { flag.classList.toggle("to-come", Number(flag.dataset.at) > time + 1e-9); });
    var words = window.field.fieldOf(svg).querySelector("[data-march-words]");
    if (words && told.length && words.textContent !== told[0].words) words.textContent = told[0].words;
    window.field.show(svg);
  }
  function known(svg) { return marches.get(window.field.nameOf(svg)); }
  function each(name, act) {
    maps().forEach(function (svg) { if (window.field.nameOf(svg) === name) act(svg); });
  }
  function dress(name, playing) {
    each(name, function (svg) {
      var button = window.field.fieldOf(svg).querySelector("[data-march-run]");
      if (playing) svg.dataset.running = "";
      else delete svg.dataset.running;
      if (button) button.setAttribute("aria-pressed", String(playing));
    });
  }
  function halt(name) {
    var march = marches.get(name);
    cancelAnimationFrame(march.frame);
    march.frame = 0;
    dress(name, false);
  }
  function play(name) {
    var march = marches.get(name), last = null, rest = 0;
    halt(name);
    function tick(now) {
      var svg = maps().find(function (one) { return window.field.nameOf(one) === name; });
      if (!svg) return halt(name);
      var gone = last === null ? 0 : now - last;
      last = now;
      rest -= gone;
      if (rest <= 0) {
        var next = stopsOf(svg).find(function (stop) { return stop.at > march.at + 1e-9; });
        march.at += gone / WHOLE;
        if (!next || march.at >= next.at) { march.at = next ? next.at : untilOf(svg); rest = PAUSE; }
      }
      var over = march.at >= untilOf(svg);
      if (over) halt(name);
      each(name, function (one) { show(one, march.at); });
      if (!over) march.frame = requestAnimationFrame(tick);
    }
    dress(name, true);
    march.frame = requestAnimationFrame(tick);
  }
  // What is on the page when it is opened stands as it is; what comes after is run from where it was seen before.
  function follow(svg) {
    var name = window.field.nameOf(svg), march = known(svg), key = svg.dataset.march, until = untilOf(svg);
    var bar = window.field.fieldOf(svg).querySelector("[data-march-bar]");
    if (bar) bar.hidden = !until;
    if (!march) return marches.set(name, { key: key, until: until, at: until, frame: 0 });
    if (march.key !== key || until < march.until) {
      halt(name);
      march.at = march.key === key ? until : 0;
    }
    var more = until > march.at && (until > march.until || march.key !== key);
    march.key = key;
    march.until = until;
    if (more && (still.matches || document.hidden)) march.at = until;
    if (march.frame) dress(name, true);
    if (key) show(svg, march.at);
    if (more && !march.frame && march.at < until) play(name);
  }
  function step(svg, by) {
    var march = known(svg), times = stopsOf(svg).map(function (stop) { return stop.at; });
    halt(window.field.nameOf(svg));
    var next = by > 0 ? times.find(function (time) { return time > march.at + 1e-9; })
      : times.reverse().find(function (time) { return time < march.at - 1e-9; });
    if (next === undefined) return;
    march.at = next;
    show(svg, next);
    window.say(window.field.fieldOf(svg).querySelector("[data-march-words]").textContent);
  }
  function pressed(svg) {
    var name = window.field.nameOf(svg), march = known(svg);
    if (march.frame) return halt(name);
    if (march.at >= untilOf(svg)) march.at = 0;
    if (still.matches) return show(svg, march.at);
    play(name);
  }
  // Moves that are not traces.
  function placeOf(figure) { return [Number(figure.dataset.x), Number(figure.dataset.y)]; }
  function same(a, b) { return Math.abs(a[0] - b[0]) < 1e-6 && Math.abs(a[1] - b[1]) < 1e-6; }
  function gap(a, b) { return Math.hypot(a[0] - b[0], a[1] - b[1]); }
  // Along the way that is drawn, where that leads from where he was to where he is; else straight.
  function wayOf(svg, figure, from) {
    var drawn = svg.querySelector('[data-way="' + CSS.escape(figure.dataset.name) + '"]'), to = placeOf(figure);
    var corners = drawn ? drawn.getAttribute("d").slice(1).split("L").map(function (each) { return each.split(" ").map(Number); }) : [];
    var start = corners.map(function (each) { return same(each, from); }).lastIndexOf(true);
    return start >= 0 && same(corners[corners.length - 1], to) ? corners.slice(start) : [from, to];
  }
  function along(way, part) {
    var far = part * way.reduce(function (sum, each, n) { return n ? sum + gap(way[n - 1], each) : 0; }, 0);
    for (var n = 1; n < way.length; n += 1) {
      var piece = gap(way[n - 1], way[n]);
      if (far < piece) return [0, 1].map(function (axis) { return way[n - 1][axis] + (way[n][axis] - way[n - 1][axis]) * far / piece; });
      far -= piece;
    }
    return way[way.length - 1];
  }
  function movers(svg, before) {
    return Array.prototype.filter.call(svg.querySelectorAll(".ft[data-name]:not([data-run]):not([data-now])"), function (figure) {
      return before[figure.dataset.name] && !same(before[figure.dataset.name], placeOf(figure));
    }).map(function (figure) { return { figure: figure, way: wayOf(svg, figure, before[figure.dataset.name]) }; });
  }
  function glide(svg, going) {
    var begun = null;
    function at(part) {
      going.forEach(function (one) { if (!one.figure.dataset.now) window.field.put(one.figure, along(one.way, part)); });
      window.field.show(svg);
    }
    function tick(now) {
      if (!svg.isConnected) return;
      if (begun === null) begun = now;
      var part = Math.min(1, (now - begun) / MOMENT);
      if (part === 1 && !(known(svg) && known(svg).frame)) delete svg.dataset.running;
      at(1 - Math.pow(1 - part, 2));
      if (part < 1) requestAnimationFrame(tick);
    }
    svg.dataset.running = "";
    at(0);
    requestAnimationFrame(tick);
  }
  document.addEventListener("field:shown", function (e) {
    var svg = e.target, name = window.field.nameOf(svg), before = seen.get(name), places = {};
    if (!met.has(svg)) {
      met.add(svg);
      var going = before && !still.matches && !document.hidden ? movers(svg, before) : [];
      if (going.length) return glide(svg, going);
    }
    svg.querySelectorAll(".ft[data-name]").forEach(function (figure) { places[figure.dataset.name] = placeOf(figure); });
    seen.set(name, places);
  });
  document.addEventListener("click", function (e) {
    var bar = e.target.closest("[data-march-bar]"), svg = bar && window.field.fieldOf(bar).querySelector("[data-march]");
    var by = e.target.closest("[data-march-step]");
    if (!svg) return;
    if (by) step(svg, Number(by.dataset.marchStep));
    else if (e.target.closest("[data-march-run]")) pressed(svg);
  });
  function dressAll() { maps().forEach(follow); }
  document.addEventListener("regions:settled", dressAll);
  dressAll();
})();
