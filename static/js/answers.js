// A question that is drawn anew while somebody answers it keeps what was filled in, and on a phone and in the composer
// the step he is at, as far as it still asks for that. What he sends himself comes back as the server has it.
(function () {
  "use strict";
  var kept = new Map();

  function questionsIn(region) { return Array.prototype.slice.call(region.querySelectorAll("form[data-question][id]")); }
  function taken(form) {
    return Array.prototype.filter.call(form.elements, function (each) { return each.type === "hidden" && /^answer[.]/.test(each.name); });
  }
  function fields(form) {
    return Array.prototype.filter.call(form.elements, function (each) {
      return /^answer[.]/.test(each.name) && each.matches("textarea, select, input:not([type=hidden])");
    });
  }
  function query(form) {
    return new URLSearchParams(taken(form).map(function (each) { return [each.name, each.value]; })).toString();
  }
  function changed(each) {
    if (each.matches("[type=radio], [type=checkbox]")) return each.checked !== each.defaultChecked;
    if (each.matches("select")) return Array.prototype.some.call(each.options, function (one) { return one.selected !== one.defaultSelected; });
    return each.value !== each.defaultValue;
  }
  function fill(form, given) {
    fields(form).forEach(function (each) {
      var was = given.find(function (one) { return one.name === each.name && (!each.matches("[type=radio], [type=checkbox]") || one.value === each.value); });
      if (!was) return;
      if (each.matches("[type=radio], [type=checkbox]")) each.checked = was.checked;
      else each.value = was.value;
    });
  }
  // The same question, or that for the same way once more: the table was taken back while somebody drew.
  function sameIn(fresh, form) {
    var trace = form.querySelector("[data-trace]"), again = trace && fresh.querySelector("form [data-trace]");
    var alike = again && again.dataset.start === trace.dataset.start && again.dataset.longest === trace.dataset.longest;
    return fresh.querySelector("#" + CSS.escape(form.id)) || (alike ? again.closest("form") : null);
  }
  function keep(form, next) {
    var composed = !!form.closest("#compose"), given = fields(form);
    var step = composed || form.closest(".phone") ? query(form) : "";
    given = given.some(changed) ? given.map(function (each) { return { name: each.name, value: each.value, checked: each.checked }; }) : [];
    if (!given.length && !step && next) return;
    kept.set((next || form).id, { given: given, step: step, token: composed ? form.elements.token.value : "", asked: false });
  }
  // Back to the step he was at, or to the one whose order he was giving; what he had filled in follows when it is there.
  function stepTo(was, form) {
    var address = new URL(location.href), who = address.searchParams.get("who"), of = new URLSearchParams();
    if (who) of.set("who", who);
    of.set("for", form ? form.elements.token.value : was.token);
    was.asked = true;
    htmx.ajax("GET", address.pathname + "?" + of + (was.step ? "&" + was.step : ""), { swap: "none" });
  }
  document.addEventListener("htmx:oobBeforeSwap", function (e) {
    var shown = e.detail.target, fresh = e.detail.fragment.firstElementChild || e.detail.fragment;
    if (!shown || e.detail.shouldSwap === false || !fresh.dataset || fresh.dataset.pushed === undefined) return;
    questionsIn(shown).forEach(function (form) {
      var next = form.dataset.busy === undefined && sameIn(fresh, form);
      if (next || (next === null && form.closest("#compose"))) keep(form, next);
    });
  });
  document.addEventListener("regions:settled", function () {
    Array.from(kept).forEach(function (each) {
      var form = document.getElementById(each[0]), was = each[1], there = form && (!was.step || query(form) === was.step);
      if ((form ? !there : was.token) && !was.asked) return stepTo(was, form);
      if (there) fill(form, was.given);
      if (there || !form) kept.delete(each[0]);
    });
  });
})();
