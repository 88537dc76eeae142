// Answering what the table asks: forms that act once, and answers that are kept while the question is drawn again.
// Modules for the map as a pen are loaded when a question first asks for it.
import { loadLater, warn } from "./page.js";
import { isFocused, isSelectChanged } from "./live.js";

// One tap, one id. A form with a hidden tap field gets a new id with each tap and keeps it while the tap is unanswered, so
// that trying again after a lost reply cannot act twice.
function makeTapId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map((byte) => `0${byte.toString(16)}`.slice(-2)).join("");
}

function showSending(form, text) {
  const place = form.querySelector("[data-sent]");
  if (place) place.textContent = text;
}

function submitButtons(form) {
  return form.querySelectorAll("button:not([type=button]), input[type=submit]");
}

function disableButtons(form) {
  submitButtons(form).forEach((button) => {
    if (button.disabled) return;
    button.disabled = true;
    button.dataset.tapped = "";
  });
}

function enableButtons(form) {
  delete form.dataset.busy;
  submitButtons(form).forEach((button) => {
    if (button.dataset.tapped === undefined) return;
    const wasFocused = isFocused(button);
    button.disabled = false;
    delete button.dataset.tapped;
    if (wasFocused) button.focus();
  });
}

// A form that was pushed has no token against forged requests, since all who see the same are sent the same text. htmx
// sends the page's own in a header; a form that the browser sends by itself is given it here.
function addToken(form) {
  if (form.method !== "post" || form.hasAttribute("hx-post") || form.elements.csrfmiddlewaretoken) return;
  const token = document.createElement("input");
  token.type = "hidden";
  token.name = "csrfmiddlewaretoken";
  token.value = JSON.parse(document.body.getAttribute("hx-headers"))["X-CSRFToken"];
  form.append(token);
}

document.addEventListener(
  "submit",
  (e) => {
    const form = e.target;
    addToken(form);
    const tap = form.elements.tap;
    if (!tap) return;
    if (form.dataset.busy !== undefined) {
      e.preventDefault();
      e.stopImmediatePropagation();
      return;
    }
    if (!tap.value) tap.value = makeTapId();
    form.dataset.busy = "";
    showSending(form, "sending");
    setTimeout(() => disableButtons(form)); // after the form was read, so that the pressed button's own value is sent
  },
  true,
);

document.addEventListener("change", (e) => {
  const form = e.target.form;
  if (form && form.elements.tap && form.dataset.busy === undefined) form.elements.tap.value = "";
});

document.addEventListener("htmx:afterRequest", (e) => {
  const form = e.target;
  const status = e.detail.xhr ? e.detail.xhr.status : 0;
  if (!form.elements || !form.elements.tap) return;
  enableButtons(form);
  if (status === 0) {
    showSending(form, "Not sent. Try again when the signal is back.");
    warn("Not sent. Try again when the signal is back.");
  } else if (status >= 500) showSending(form, "not recorded");
  else {
    form.elements.tap.value = "";
    showSending(form, "");
    if (status < 400) document.body.dataset.received = new Date().toTimeString().slice(0, 8);
  }
});

addEventListener("pageshow", () => {
  document.querySelectorAll("form[data-busy]").forEach((form) => {
    enableButtons(form);
    form.elements.tap.value = "";
  });
});

// A question that is pushed while somebody answers it keeps what was filled in, and on a phone and in the composer the
// step they are at, as far as it still asks for that. What they send themselves comes back as the server has it.
const keptAnswers = new Map(); // by the id of the form
const TYPED_IN = "input, select, textarea, button";

function isChoice(control) {
  return control.matches("[type=radio], [type=checkbox]");
}

function answerControls(form) {
  return [...form.elements].filter(
    (each) => /^answer[.]/.test(each.name) && each.matches("textarea, select, input:not([type=hidden])"),
  );
}

function stepQuery(form) {
  const taken = [...form.elements].filter((each) => each.type === "hidden" && /^answer[.]/.test(each.name));
  return new URLSearchParams(taken.map((each) => [each.name, each.value])).toString();
}

function isChanged(control) {
  if (isChoice(control)) return control.checked !== control.defaultChecked;
  if (control.matches("select")) return isSelectChanged(control);
  return control.value !== control.defaultValue;
}

function fillIn(form, given) {
  answerControls(form).forEach((control) => {
    const was = given.find(
      (each) => each.name === control.name && (!isChoice(control) || each.value === control.value),
    );
    if (!was) return;
    if (isChoice(control)) control.checked = was.checked;
    else control.value = was.value;
  });
}

// The focus returns to the choice at which it was, unless it has gone elsewhere meanwhile.
function focusAgain(form, was) {
  const active = document.activeElement;
  if (!was || (active && active.matches(TYPED_IN))) return;
  const same = answerControls(form).find((each) => each.name === was.name && each.value === was.value);
  if (same) same.focus();
}

// Returns the form of the same question, or of the same way asked once more: the DM took back while somebody drew.
function findSameQuestion(fresh, form) {
  const trace = form.querySelector("[data-trace]");
  const again = trace && fresh.querySelector("form [data-trace]");
  const alike = again && again.dataset.start === trace.dataset.start && again.dataset.longest === trace.dataset.longest;
  const asked = "drafts" in form.dataset ? fresh.querySelector("form[data-question]") : null; // the draft goes on as an order
  return fresh.querySelector(`#${CSS.escape(form.id)}`) || (alike ? again.closest("form") : asked);
}

function keepAnswer(form, next) {
  const composed = !!form.closest("#compose");
  const step = composed || form.closest(".phone") ? stepQuery(form) : "";
  const controls = answerControls(form);
  const given = controls.some(isChanged)
    ? controls.map((each) => ({ name: each.name, value: each.value, checked: each.checked }))
    : [];
  if (!given.length && !step && next) return;
  const active = document.activeElement;
  const focused = active && form.contains(active) && isChoice(active) ? active : null;
  const token = composed ? form.elements.token.value : "";
  keptAnswers.set((next || form).id, { given, step, focused, token, asked: false });
}

// Asks for the step they were at, or for the combatant whose order they gave; what was filled in follows when it is there.
function askForStep(kept, form) {
  const address = new URL(location.href);
  const who = address.searchParams.get("who");
  const query = new URLSearchParams();
  if (who) query.set("who", who);
  query.set("for", form ? form.elements.token.value : kept.token);
  kept.asked = true;
  const step = kept.step ? `&${kept.step}` : "";
  htmx.ajax("GET", `${address.pathname}?${query}${step}`, { swap: "none" });
}

// live.js has decided before whether the region is replaced at all: its listener is registered first.
document.addEventListener("htmx:oobBeforeSwap", (e) => {
  const shown = e.detail.target;
  const fresh = e.detail.fragment.firstElementChild || e.detail.fragment;
  if (!shown || e.detail.shouldSwap === false || !fresh.dataset || fresh.dataset.pushed === undefined) return;
  shown.querySelectorAll("form[data-question][id]").forEach((form) => {
    const next = form.dataset.busy === undefined && findSameQuestion(fresh, form);
    if (next || (next === null && form.closest("#compose"))) keepAnswer(form, next);
  });
});

document.addEventListener("regions:settled", () => {
  [...keptAnswers].forEach(([id, kept]) => {
    const form = document.getElementById(id);
    const isThere = form && (!kept.step || stepQuery(form) === kept.step);
    if ((form ? !isThere : kept.token) && !kept.asked) {
      askForStep(kept, form);
      return;
    }
    if (isThere) {
      fillIn(form, kept.given);
      focusAgain(form, kept.focused);
    }
    if (isThere || !form) keptAnswers.delete(id);
  });
});

// The button repeats what is chosen.
document.addEventListener("change", (e) => {
  const keys = e.target.closest(".keys");
  const send = keys && e.target.form && e.target.form.querySelector("button.go");
  if (!send) return;
  const chosen = [...e.target.form.querySelectorAll(".keys input:checked")].map((each) => each.value);
  send.textContent = `Send ${chosen.join(" and ")}`;
});

// A way to draw, a distance to stop at, a target to tap: few questions ask for them, and the first load goes without.
function loadWhatIsAsked() {
  if (document.querySelector("[data-trace], [data-near]")) loadLater(() => import("./tracing.js"));
  if (document.querySelector("[data-guard]")) loadLater(() => import("./aiming.js"));
  if (document.querySelector("[data-deeds]")) loadLater(() => import("./reordering.js"));
}

document.addEventListener("regions:settled", loadWhatIsAsked);
loadWhatIsAsked();
