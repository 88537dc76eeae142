// The keys of the DM's laptop. An element names its key in data-key; in the composer its own keys come first.
(function () {
  "use strict";
  var TYPING = "input:not([type=radio]):not([type=checkbox]):not([type=button]):not([type=submit]), select, textarea, [contenteditable=true]";
  function usable(element) { return !element.disabled && element.getClientRects().length > 0; }
  function find(key, within, without) {
    var all = (within || document).querySelectorAll('[data-key="' + CSS.escape(key) + '"]');
    return Array.prototype.find.call(all, function (each) { return usable(each) && !(without && without.contains(each)); });
  }
  // A link at the head of a part that a tab has out of sight leads on all the same.
  function behindTab(key) { return document.querySelector('#log header a[data-key="' + CSS.escape(key) + '"]'); }
  function press(element) {
    if (element.matches(TYPING)) element.focus(); else element.click();
  }
  function show(part) {
    if (document.getElementById("tab-" + part)) location.hash = "tab-" + part;
  }
  function look(label) {
    var lines = document.querySelectorAll('[data-clock="' + CSS.escape(label) + '"]');
    var line = lines[lines.length - 1];  // a column that was taken back to is there again
    if (!line) return false;
    if (!usable(line)) show("log");
    line.tabIndex = -1;
    line.scrollIntoView({ block: "start" });
    line.focus({ preventScroll: true });
    return true;
  }
  function step(by) {
    var items = Array.prototype.filter.call(document.querySelectorAll("[data-list] > *"), usable);
    if (!items.length) return;
    var here = items.findIndex(function (item) { return item.contains(document.activeElement); });
    var item = items[Math.max(0, Math.min(items.length - 1, here + by))];
    var inner = item.querySelector("a, button, input");
    if (!inner) item.tabIndex = -1;
    (inner || item).focus();
  }
  function field() {
    var map = document.querySelector("#field [data-map][tabindex]");
    if (!map) return false;
    if (!usable(map)) show("field");
    map.scrollIntoView({ block: "nearest" });
    map.focus({ preventScroll: true });
    return true;
  }
  function cover() {
    var on = document.body.classList.toggle("foes-covered");
    window.say(on ? "The foes’ orders are covered." : "The foes’ orders can be read.");
  }
  function now() {  // back from a column that was looked at
    var body = document.querySelector("#log .body");
    if (document.activeElement) document.activeElement.blur();
    if (body) body.scrollTop = body.scrollHeight;
  }
  // Ctrl Enter is the button that sends the form; a step of an order at which nothing is chosen yet has none.
  function commit(form) {
    var button = form.querySelector("button.go, button.seal") || form.querySelector("button:not([type=button]):not([name])");
    if (!button) window.say("Choose first: there is nothing to send yet.", true);
    else if (!button.disabled) form.requestSubmit(button);
  }
  function covered() {
    // What lies over the page closes by Escape; the page below keeps its keys to itself meanwhile.
    var note = document.getElementById("note"), open = false;
    try { open = !!note && note.matches(":popover-open"); } catch (e) { /* a browser without popovers */ }
    return open || !!document.querySelector("dialog[open]");
  }
  function help() {
    var keys = document.getElementById("keys");
    if (keys && !keys.open) keys.showModal();
  }

  document.addEventListener("click", function (e) {
    var head = e.target.closest("[data-look]");
    if (head) look(head.dataset.look);
  });
  document.addEventListener("keydown", function (e) {
    var typing = e.target.matches(TYPING);
    if ((e.ctrlKey || e.metaKey) && e.key === "Enter") {
      var form = e.target.closest("form") || document.querySelector("#compose form, #recap form");
      if (form) { e.preventDefault(); commit(form); }
      return;
    }
    if (typing || e.ctrlKey || e.metaKey || e.altKey || covered()) return;
    var key = e.key === " " ? "Space" : e.key.length === 1 ? e.key.toUpperCase() : e.key;
    if ((key === "Space" || key === "Enter") && e.target.closest("a, button, summary, label, input")) return;
    var compose = document.getElementById("compose");
    var inside = compose && compose.contains(document.activeElement);
    var element = (inside && find(key, compose)) || find(key, null, compose) || find(key, compose) || behindTab(key);
    if (element) { e.preventDefault(); press(element); return; }
    if (key === "?") help();
    else if (key === "J") step(1);
    else if (key === "K") step(-1);
    else if (key === "M" && field()) e.preventDefault();
    else if (key === "X") cover();
    else if (key === "Escape") now();
    else if (/^[0-9]$/.test(key) && look(key === "0" ? "10" : key)) e.preventDefault();
  });
})();
