// Putting a figure elsewhere: it is shown there, and then it is said. In play that is a ruling, with its note; before
// the fight it goes into the form of places, which is sent at once and the field drawn anew.
(function () {
  "use strict";
  var kept = new Map();

  function rounded(at, step) {
    return at.map(function (each) { return Math.round(Math.round(each / step) * step * 100) / 100; });
  }
  function move(figure, place) {
    if (!figure.dataset.drawn) figure.dataset.drawn = [figure.dataset.x, figure.dataset.y].join(" ");
    window.field.put(figure, place);
    figure.dataset.now = place.join(" ");
    figure.dataset.dx = figure.dataset.dy = 0;
    window.field.show(figure.closest("[data-map]"));
  }
  function back(figure) {
    if (!figure || !figure.dataset.drawn) return;
    window.field.put(figure, figure.dataset.drawn.split(" ").map(Number));
    delete figure.dataset.drawn;
    delete figure.dataset.now;
    window.field.show(figure.closest("[data-map]"));
  }
  function figureOf(field, handle) { return field.querySelector('.ft[data-handle="' + CSS.escape(handle) + '"]'); }
  function words(figure, place) {
    var unit = figure.closest("[data-map]").dataset.unit;
    return figure.dataset.name + ": from " + figure.dataset.from + " to " + place.join(", ") + " " + unit;
  }
  function leave(form) {
    back(figureOf(form.closest("section"), form.elements.who.value));
    form.elements.note.value = "";
    form.elements.who.value = "";
    form.hidden = true;
  }

  // In play.
  function rule(form, figure, place, byKey) {
    if (form.elements.who.value && form.elements.who.value !== figure.dataset.handle) {
      back(figureOf(form.closest("section"), form.elements.who.value));
    }
    form.hidden = false;
    form.elements.who.value = figure.dataset.handle;
    form.elements.x.value = place[0];
    form.elements.y.value = place[1];
    form.elements.tap.value = "";
    form.querySelector("[data-put-words]").textContent = words(figure, place);
    if (byKey) window.say(words(figure, place) + ". Tab to the note.");
    else form.elements.note.focus();
  }

  // Before the fight. Whoever has no place yet is given the one where he is drawn: places are for all or for none.
  function prepare(field, figure, place) {
    var form = document.querySelector(".places form"), said = field.querySelector("[data-put-words]");
    field.querySelectorAll(".ft[data-handle]").forEach(function (each) {
      var at = each === figure ? place : each.dataset.from.split(", ");
      ["x", "y"].forEach(function (axis, n) {
        var input = form.elements[axis + "." + each.dataset.handle];
        if (each === figure || !input.value) input.value = at[n];
      });
    });
    said.hidden = false;
    said.textContent = words(figure, place);
    fetch(form.action, { method: "POST", body: new FormData(form) }).then(function (answer) {
      return answer.text().then(function (html) { drawn(answer.ok, html, figure.dataset.handle); });
    }).catch(function () { said.textContent = "Not saved. Try again, or type it under Places."; });
  }
  function drawn(ok, html, handle) {
    var fresh = new DOMParser().parseFromString(html, "text/html"), error = fresh.querySelector(".prep-main > [role=alert]");
    var before = document.querySelector(".prep-mid"), after = fresh.querySelector(".prep-mid");
    if (!after) return location.reload();
    var open = before.querySelector(".places").open, words = before.querySelector(".field-words").open;
    var focused = document.activeElement.closest(".ft");
    before.innerHTML = after.innerHTML;
    before.querySelector(".places").open = open;
    before.querySelector(".field-words").open = words;
    document.dispatchEvent(new Event("field:drawn"));
    var figure = figureOf(before, handle), said = before.querySelector("[data-put-words]");
    said.hidden = false;
    said.textContent = ok ? figure.getAttribute("aria-label") : error ? error.textContent : "Not saved.";
    if (focused && figure) figure.focus();
  }

  var waiting = null;
  document.addEventListener("figure:moved", function (e) {
    var figure = e.target, svg = figure.closest("[data-map]"), field = svg.closest("section");
    var place = rounded(e.detail.at, Number(svg.dataset.step)), form = field.querySelector("[data-put]");
    move(figure, place);
    if (!e.detail.done) return;
    if (form) return rule(form, figure, place, e.detail.keys);
    clearTimeout(waiting);
    waiting = setTimeout(function () { prepare(field, figure, place); }, e.detail.keys ? 600 : 0);
  });
  document.addEventListener("click", function (e) {
    var button = e.target.closest("[data-leave]");
    if (button) leave(button.form);
  });
  document.addEventListener("keydown", function (e) {
    var form = e.key === "Escape" && document.querySelector("[data-put]:not([hidden])");
    if (form && e.target.closest("#field")) leave(form);
  });

  // The field was drawn anew while somebody was about to put a figure elsewhere: it is still there, until he says so.
  document.addEventListener("htmx:oobBeforeSwap", function (e) {
    var form = e.detail.target && e.detail.target.querySelector && e.detail.target.querySelector("[data-put]:not([hidden])");
    if (form && form.dataset.busy === undefined) kept.set(e.detail.target.id, new FormData(form));
  });
  document.addEventListener("regions:settled", function () {
    kept.forEach(function (given, id) {
      var field = document.getElementById(id), form = field && field.querySelector("[data-put]");
      var figure = form && figureOf(field, given.get("who"));
      if (!figure || !form.hidden) return;
      var place = [Number(given.get("x")), Number(given.get("y"))];
      move(figure, place);
      rule(form, figure, place, true);
      form.elements.note.value = given.get("note");
    });
    kept.clear();
  });
})();
