// What is sent without signal: it is kept on this phone, sent when the signal is back, and says so. The id of its tap goes
// with it, so that it acts once, however often it is sent. It belongs to the seat: what another seat of this table kept on
// this phone is dropped.
import { dropOthers, keep, readKept } from "../shared/kept.js";
import { announce, warn } from "../shared/page.js";
import { showAnswer } from "../shared/live.js";

const AGAIN = 4000; // milliseconds
const FINAL = ["done", "again", "act", "mine"]; // the buttons that give an answer; others only lead to the next step
const table = `outbox ${location.pathname.split("/").slice(0, 3).join("/")}`;
const key = `${table} ${document.body.dataset.seat}`;
let sending = false;

function keepAnswer(kept) {
  keep(key, kept);
  showKept();
}

function showKept() {
  const box = document.getElementById("outbox");
  const kept = readKept(key);
  if (!box) return;
  box.hidden = !kept;
  box.querySelector("[data-words]").textContent = kept ? kept.words : "";
}

function isFinal(form, body) {
  return FINAL.some((name) => body.has(name)) || form.matches(".in-two") || !!form.querySelector(".keys");
}

document.addEventListener("htmx:afterRequest", (e) => {
  const form = e.target;
  if (!form.matches || !form.matches("form[data-question]")) return;
  const { xhr, requestConfig } = e.detail;
  if (xhr && xhr.status !== 0) {
    keepAnswer(null); // the table has answered, and shows what holds
    return;
  }
  const body = new URLSearchParams(requestConfig.formData || requestConfig.parameters);
  if (!isFinal(form, body)) return;
  const what = form.querySelector("button .i use[href='#i-wax']") ? "Your order" : "Your answer";
  const words = `${what} is kept on this phone. It is sent when the signal is back.`;
  keepAnswer({ action: form.getAttribute("action"), body: body.toString(), words });
  const place = form.querySelector("[data-sent]");
  if (place) place.textContent = words;
  announce(words, true);
});

function sendKept() {
  const kept = readKept(key);
  if (!kept || sending) return;
  sending = true;
  const headers = { ...JSON.parse(document.body.getAttribute("hx-headers") || "{}"), "HX-Request": "true" };
  fetch(kept.action, { method: "POST", headers, body: new URLSearchParams(kept.body) })
    .then((response) => {
      if (response.status >= 500) return "";
      keepAnswer(null);
      (response.ok ? announce : warn)(response.ok ? "Sent." : "The table could not take what was kept.");
      if (response.redirected) location.assign(response.url);
      return response.redirected ? "" : response.text();
    })
    .then((html) => {
      if (html) showAnswer(html);
    })
    .catch(() => {}) // still no signal
    .finally(() => {
      sending = false;
    });
}

// A button that gives an answer can be tapped without signal.
function freeButtons() {
  document.querySelectorAll("form[data-question] [data-needs-line]").forEach((each) => {
    if (isFinal(each.form, { has: (name) => name === each.name })) each.removeAttribute("data-needs-line");
  });
}

document.addEventListener("regions:settled", freeButtons);
addEventListener("online", sendKept);
setInterval(sendKept, AGAIN);
document.addEventListener("click", (e) => {
  if (e.target.closest("#outbox button")) sendKept();
});
dropOthers(table, key);
showKept();
freeButtons();
