// What happens when a part of the screen is replaced, whether it was pushed or came with an answer:
// older parts are dropped, a part in which somebody types or holds something open waits until he leaves it, focus is
// never taken.
(function () {
  "use strict";
  var held = new Map(), scrolls = new Map(), whole = false, pushed = false, lost = null, answered = null, anew = 0, pressing = false, letGo = 0;
  var TYPED = "input:not([type=hidden]), select, textarea, [contenteditable=true]";

  // Epochs are "seat.take-backs", and both only grow.
  function ended(epoch, now) {
    var was = (epoch || "").split(".").map(Number), is = (now || "").split(".").map(Number);
    return was[0] < is[0] || (was[0] === is[0] && was[1] < is[1]);
  }
  function older(fresh, shown) {
    if (whole) return false;
    if (fresh.dataset.epoch !== shown.dataset.epoch) return ended(fresh.dataset.epoch, shown.dataset.epoch);
    var by = Number(shown.dataset.at) - Number(fresh.dataset.at);
    return by > 0 || (by === 0 && pushed === "events");  // the same events again: an answer had brought them
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
  // The answer to what was just sent comes first; what somebody drags, or holds open to read, stays while he does.
  function inHand(region) { return region.querySelector("[data-dragging], details[data-hold][open]"); }
  function inUse(region) { return inHand(region) || region.querySelector("form[data-busy]"); }
  function hold(region, fresh) {
    fresh.setAttribute("hx-swap-oob", "true");
    held.set(region.id, fresh.outerHTML);
  }
  function release(id) {
    var html = held.get(id);
    held.delete(id);
    if (html && document.getElementById(id)) htmx.swap(document.body, html, { swapStyle: "none" });
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
    if (pushed ? inUse(shown) : inHand(shown)) {
      e.detail.shouldSwap = false;
      hold(shown, fresh);
      return;
    }
    var active = typedIn(shown);
    if (active && answered && answered.contains(active)) active = null;  // what is sent makes way for what comes of it
    if (active && !questionGone(active, fresh)) {
      e.detail.shouldSwap = false;
      hold(shown, fresh);
      return;
    }
    held.delete(shown.id);
    if (shown.id === "work" && !anew) anew = requestAnimationFrame(function () { anew = 0; toFoot(); });
    if (shown.contains(document.activeElement)) lost = { region: shown.id, question: !!active, key: keyOf(document.activeElement) };
    keepScroll(shown, fresh);
    keepOpen(shown, fresh);
  });

  function keyOf(element) {
    return element.id ? "#" + CSS.escape(element.id) : element.dataset.key ? '[data-key="' + element.dataset.key + '"]' : "";
  }
  function keepScroll(shown, fresh) {
    var before = shown.querySelector(".body"), after = fresh.querySelector(".body");
    if (!before || !after) return;
    var id = shown.id;
    var foot = before.hasAttribute("data-foot") && (anew || before.scrollHeight - before.scrollTop - before.clientHeight < 40);
    var top = id === "compose" && !pushed ? 0 : before.scrollTop;  // the next step of an order is read from its top
    var was = scrolls.get(id) || { foot: foot, top: top };  // the push and the answer may come at once
    scrolls.set(id, was);
    requestAnimationFrame(function () {
      var body = document.querySelector("#" + CSS.escape(id) + " .body");
      scrolls.delete(id);
      if (body) body.scrollTop = was.foot ? body.scrollHeight : was.top;
    });
  }

  // What somebody has opened to read ([data-keep]) is open in what comes in its place.
  function keepOpen(shown, fresh) {
    shown.querySelectorAll("details[open][data-keep]").forEach(function (each) {
      var same = fresh.querySelector('details[data-keep="' + CSS.escape(each.dataset.keep) + '"]');
      if (same) same.open = true;
    });
  }

  // What is pressed is not replaced before it has been let go: the tap would be nobody's.
  function pressed() { pressing = true; clearTimeout(letGo); }
  function releaseAfter(after) {
    clearTimeout(letGo);
    letGo = setTimeout(function () { pressing = false; releaseFree(); }, after);
  }
  document.addEventListener("pointerdown", pressed, true);
  document.addEventListener("click", function () { releaseAfter(0); }, true);
  ["pointerup", "pointercancel", "blur"].forEach(function (name) { addEventListener(name, function () { releaseAfter(300); }); });

  function releaseFree() {
    setTimeout(function () {
      if (pressing) return;
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
    var now = document.querySelector(".strip.appended .strip-head .now");
    if (now) now.scrollIntoView({ block: "nearest", inline: "nearest" });
    document.dispatchEvent(new Event("regions:settled"));
  }
  document.addEventListener("htmx:afterSettle", settle);

  // An answer may bring parts of another screen of the same viewer, or of another of his characters: they have no place.
  function placed(html) {
    if (!/hx-swap-oob/.test(html || "")) return html;
    var box = document.createElement("template");
    box.innerHTML = html;
    var strange = Array.prototype.filter.call(box.content.children, function (each) {
      return each.id && each.hasAttribute("hx-swap-oob") && !document.getElementById(each.id);
    });
    if (!strange.length) return html;
    strange.forEach(function (each) { each.remove(); });
    return box.innerHTML;
  }
  document.addEventListener("htmx:beforeSwap", function (e) {
    e.detail.serverResponse = placed(e.detail.serverResponse);
    answered = e.detail.requestConfig.elt;
  });
  document.addEventListener("htmx:afterRequest", function () { answered = null; });

  // What was tapped may be replaced before its answer comes. htmx looks for an answer's places around what asked, and
  // would find none; on the page they are found all the same.
  document.addEventListener("htmx:beforeSend", function (e) {
    var asked = e.detail.target;
    asked.addEventListener("htmx:beforeSwap", function late(answered) {
      if (answered.detail.xhr !== e.detail.xhr) return;
      asked.removeEventListener("htmx:beforeSwap", late);
      if (asked.isConnected || !answered.detail.shouldSwap) return;
      answered.preventDefault();
      take(answered.detail.serverResponse);
    });
  });
  function take(html) { htmx.swap(document.body, placed(html), { swapStyle: "none" }); }

  // Parts of the screen that this page asked for itself: they are no push, and what was being answered makes way.
  window.takeAnswer = function (html) {
    if (document.activeElement) document.activeElement.blur();
    take(html);
    settle();
  };

  // Fragments are elements with ids; each replaces the element of that id. all: a whole page, whatever its age.
  // told: "events", where they tell of what happened; "beside", where something else has changed.
  window.swapRegions = function (html, all, told) {
    var box = document.createElement("template");
    box.innerHTML = html;
    Array.prototype.slice.call(box.content.children).forEach(function (each) {
      if (each.id && !document.getElementById(each.id)) each.remove();  // of another screen of the same viewer
      else if (each.id) {
        each.setAttribute("hx-swap-oob", "true");
        each.dataset.pushed = "";
      }
    });
    whole = !!all;
    pushed = told || "beside";
    try { htmx.swap(document.body, box.innerHTML, { swapStyle: "none" }); } finally { whole = pushed = false; }
    settle();
  };
  function toFoot() {
    document.querySelectorAll(".body[data-foot]").forEach(function (body) { body.scrollTop = body.scrollHeight; });
  }
  document.addEventListener("DOMContentLoaded", function () { toFoot(); settle(); });
  addEventListener("load", toFoot);
})();
