// One tap, one id: a form with a hidden tap field gets a fresh id with each tap and keeps it while the tap is
// unanswered, so that trying again after a lost reply cannot act twice. The words say what became of it.
(function () {
  "use strict";
  function fresh() {
    var bytes = new Uint8Array(16);
    crypto.getRandomValues(bytes);
    return Array.prototype.map.call(bytes, function (b) { return ("0" + b.toString(16)).slice(-2); }).join("");
  }
  function clock() { return new Date().toTimeString().slice(0, 8); }
  function words(form, text) {
    var place = form.querySelector("[data-sent]");
    if (place) place.textContent = text;
  }
  function buttons(form) { return form.querySelectorAll("button:not([type=button]), input[type=submit]"); }
  function free(form) {
    delete form.dataset.busy;
    buttons(form).forEach(function (button) {
      if (button.dataset.tapped !== undefined) { button.disabled = false; delete button.dataset.tapped; }
    });
  }

  document.addEventListener("submit", function (e) {
    var form = e.target, tap = form.elements.tap;
    if (!tap) return;
    if (form.dataset.busy !== undefined) { e.preventDefault(); e.stopImmediatePropagation(); return; }
    if (!tap.value) tap.value = fresh();
    form.dataset.busy = "";
    words(form, "sending");
    setTimeout(function () {  // after the form was read, so that the pressed button's own value is sent
      buttons(form).forEach(function (button) {
        if (!button.disabled) { button.disabled = true; button.dataset.tapped = ""; }
      });
    });
  }, true);

  document.addEventListener("change", function (e) {
    var form = e.target.form;
    if (form && form.elements.tap && form.dataset.busy === undefined) form.elements.tap.value = "";
  });

  document.addEventListener("htmx:afterRequest", function (e) {
    var form = e.target, status = e.detail.xhr ? e.detail.xhr.status : 0;
    if (!form.elements || !form.elements.tap) return;
    free(form);
    if (status === 0) {
      words(form, "not sent");
      window.say("Not sent.", true);
    } else if (status >= 500) {
      words(form, "not recorded");
      window.say("This step failed and was not recorded. Nothing changed.", true);
    } else {
      form.elements.tap.value = "";
      words(form, "");
      if (status < 400) document.body.dataset.received = clock();
    }
  });

  addEventListener("pageshow", function () {
    document.querySelectorAll("form[data-busy]").forEach(function (form) { free(form); form.elements.tap.value = ""; });
  });
})();
