// What happens when a part of the screen is replaced, whether it was pushed or came with an answer:
// older parts are dropped, a part in which somebody types or holds something open waits until he leaves it, focus is
// never taken.
(function () {
  "use strict";
  var held = new Map(), whole = false, pushed = false, lost = null;
  var TYPED = "input:not([type=hidden]), select, textarea, [contenteditable=true]";

  function older(fresh, shown) {
    return !whole && fresh.dataset.epoch === shown.dataset.epoch && Number(fresh.dataset.at) < Number(shown.dataset.at);
  }
  function questionGone(active, fresh) {
    var question = active.closest("[data-question]");
    if (!question || !question.id) return false;
    var same = fresh.id === question.id ? fresh : fresh.querySelector("#" + CSS.escape(question.id));
    return !same || same.hasAttribute("data-gone");
  }
  function typedIn(region) {
    var active = document.activeElement;
    return active && region.contains(active) && active.matches(TYPED) ? active : null;
  }
  // The answer to what was just sent comes first; what somebody holds open to read stays while he holds it.
  function inUse(region) { return region.querySelector("form[data-busy], details[data-hold][open], [data-dragging]"); }
  function hold(region, fresh) {
    fresh.setAttribute("hx-swap-oob", "true");
    held.set(region.id, fresh.outerHTML);
  }
  function release(id) {
    var html = held.get(id);
    held.delete(id);
    if (html) htmx.swap(document.body, html, { swapStyle: "none" });
  }

  document.addEventListener("htmx:oobBeforeSwap", function (e) {
    var shown = e.detail.target, fresh = e.detail.fragment.firstElementChild || e.detail.fragment;
    if (!shown || !fresh.dataset) return;
    if (shown.id === "announce" || shown.id === "alert") {
      e.detail.shouldSwap = false;
      window.say(fresh.textContent, shown.id === "alert");
      return;
    }
    if (older(fresh, shown)) { e.detail.shouldSwap = false; return; }
    if (pushed && inUse(shown)) {
      e.detail.shouldSwap = false;
      hold(shown, fresh);
      return;
    }
    var active = typedIn(shown);
    if (active && !questionGone(active, fresh)) {
      e.detail.shouldSwap = false;
      hold(shown, fresh);
      return;
    }
    held.delete(shown.id);
    if (shown.id === "work") requestAnimationFrame(toFoot);
    if (shown.contains(document.activeElement)) lost = { region: shown.id, question: !!active, key: keyOf(document.activeElement) };
    keepScroll(shown, fresh);
  });

  function keyOf(element) {
    return element.id ? "#" + CSS.escape(element.id) : element.dataset.key ? '[data-key="' + element.dataset.key + '"]' : "";
  }
  function keepScroll(shown, fresh) {
    var before = shown.querySelector(".body"), after = fresh.querySelector(".body");
    if (!before || !after) return;
    var foot = before.hasAttribute("data-foot") && before.scrollHeight - before.scrollTop - before.clientHeight < 40;
    var top = before.scrollTop, id = shown.id;
    requestAnimationFrame(function () {
      var body = document.querySelector("#" + CSS.escape(id) + " .body");
      if (body) body.scrollTop = foot ? body.scrollHeight : top;
    });
  }

  function releaseFree() {
    setTimeout(function () {
      held.forEach(function (_, id) {
        var region = document.getElementById(id);
        if (!region || !(typedIn(region) || inUse(region))) release(id);
      });
    });
  }
  document.addEventListener("focusout", releaseFree);
  document.addEventListener("htmx:afterRequest", releaseFree);
  document.addEventListener("toggle", releaseFree, true);

  function settle() {
    if (lost && (!document.activeElement || document.activeElement === document.body)) {
      var region = document.getElementById(lost.region);
      var same = region && lost.key && region.querySelector(lost.key);
      var heading = region && region.querySelector("h1, h2, h3");
      if (same && !same.disabled) same.focus();
      else if (heading) { heading.tabIndex = -1; heading.focus(); }
      if (lost.question) window.say("What you were answering is no longer asked.", true);
    }
    lost = null;
    var asked = document.querySelector("[data-title]"), plain = document.title.replace(/^\(!\) .*? - /, "");
    document.title = asked ? "(!) " + asked.dataset.title + " - " + plain : plain;
    var acting = document.querySelector(".strip.tall [data-acting]");
    if (acting) acting.scrollIntoView({ block: "nearest" });
    document.dispatchEvent(new Event("regions:settled"));
  }
  document.addEventListener("htmx:afterSettle", settle);

  // Fragments are elements with ids; each replaces the element of that id. all: a whole page, whatever its age.
  window.swapRegions = function (html, all) {
    var box = document.createElement("template");
    box.innerHTML = html;
    Array.prototype.slice.call(box.content.children).forEach(function (each) {
      if (each.id && !document.getElementById(each.id)) each.remove();  // of another screen of the same viewer
      else if (each.id && !each.hasAttribute("hx-swap-oob")) each.setAttribute("hx-swap-oob", "true");
    });
    whole = !!all;
    pushed = true;
    try { htmx.swap(document.body, box.innerHTML, { swapStyle: "none" }); } finally { whole = pushed = false; }
    settle();
  };
  function toFoot() {
    document.querySelectorAll(".body[data-foot]").forEach(function (body) { body.scrollTop = body.scrollHeight; });
  }
  document.addEventListener("DOMContentLoaded", function () { toFoot(); settle(); });
  addEventListener("load", toFoot);
})();
