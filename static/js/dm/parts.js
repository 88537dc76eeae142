// The parts of the page that are loaded when their tab is opened: the reasons for the order, and who is in the fight. They
// are loaded again while they are in sight and the fight has gone on.
const TABS = { why: "tab-why", roster: "tab-who" };
const asked = new Map(); // the position of the page when a part was asked for, by its id
let wanted = { who: [] };
let about = ""; // the combatants whose row of the strip is selected

function findPosition() {
  const shown = [...document.querySelectorAll("#strip[data-at], #console[data-at], #log[data-at]")];
  return Math.max(...shown.map((each) => Number(each.dataset.at)));
}

function findEpoch() {
  return document.getElementById("strip").dataset.epoch;
}

function isOld(part) {
  const isOther = part.id === "why" && (part.dataset.about || "") !== about;
  return isOther || Number(part.dataset.at) < findPosition() || part.dataset.epoch !== findEpoch();
}

function ask(part) {
  const query = part.id === "why" && about ? `?who=${encodeURIComponent(about)}` : "";
  const key = `${findEpoch()} ${findPosition()} ${part.dataset.at} ${query}`;
  if (asked.get(part.id) === key) return; // it is under way, or the server has nothing newer
  asked.set(part.id, key);
  const { load } = document.getElementById(TABS[part.id]).dataset;
  htmx.ajax("GET", load + query, { source: "#line", swap: "none ignoreTitle:true" }).catch(() => asked.delete(part.id));
}

// What is done with several is loaded when the first is selected.
export function loadBar() {
  const tab = document.getElementById(TABS.roster);
  if (!tab || asked.has("bar")) return;
  asked.set("bar", "");
  const address = `${tab.dataset.load}?bar=1`;
  htmx.ajax("GET", address, { source: "#line", swap: "none ignoreTitle:true" }).catch(() => asked.delete("bar"));
}

// Those whose row was opened are marked, and scrolled into sight.
function showWanted() {
  const items = wanted.who.map((id) => document.getElementById(`who-${id}`)).filter(Boolean);
  if (!items.length) return;
  document.querySelectorAll("#roster .here").forEach((each) => each.classList.remove("here"));
  items.forEach((each) => {
    each.classList.add("here");
    const mob = each.closest("details");
    if (mob) mob.open = true;
  });
  items[0].scrollIntoView({ block: "nearest" });
  const points = wanted.changes && items[0].querySelector("[data-change]");
  if (points) points.open = true;
  else items[0].querySelector("input, a, summary").focus({ preventScroll: true });
  wanted = { who: [] };
}

export function load(parts, opened, who) {
  if (opened) wanted = opened;
  about = who;
  parts.forEach((each) => isOld(each) && ask(each));
  showWanted();
}

// A number that was changed is drawn again as it is now; one goes on from the row of the strip.
document.addEventListener("htmx:afterRequest", (e) => {
  const details = e.detail.successful && e.target.closest("#roster [data-change]");
  if (!details) return;
  const id = details.closest("li").id.replace(/^who-/, "");
  const rows = [...document.querySelectorAll(`#strip a[data-who~="${CSS.escape(id)}"]`)];
  const row = rows.find((each) => each.checkVisibility());
  details.querySelector("form").reset();
  details.open = false;
  if (row) row.focus();
});
