// The mark in the DM's log before what was missed without connection. It is loaded when something was.
let markedFrom = null;

// from: the entry before which the mark stands; null where all was read.
export function mark(from) {
  const log = document.querySelector("#log .log");
  const old = log && log.querySelector("[data-mark]");
  if (old) old.remove();
  if (!log || from === null) return;
  const fresh = [...log.querySelectorAll("li[data-entry]")].find((line) => Number(line.dataset.entry) >= from);
  if (!fresh) return;
  const row = document.createElement("li");
  row.className = "away";
  row.dataset.mark = "";
  row.textContent = "While you were away";
  fresh.before(row);
  if (markedFrom === from) return;
  markedFrom = from;
  requestAnimationFrame(() => requestAnimationFrame(scrollToMark)); // after the log is back where it stood
}

function scrollToMark() {
  const row = document.querySelector("#log [data-mark]");
  const log = row && row.closest(".body");
  if (log) log.scrollTop += row.getBoundingClientRect().top - log.getBoundingClientRect().top - 44;
}
