// A search field [data-filters] leaves the rows that have all its words, in the groups that its selector names.
function filterRows(field) {
  const words = field.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
  document.querySelectorAll(field.dataset.filters).forEach((group) => {
    const title = group.querySelector("summary").textContent;
    const rows = [...group.querySelectorAll(":scope > :not(summary)")];
    rows.forEach((row) => {
      const text = `${title} ${row.textContent}`.toLowerCase();
      row.hidden = !words.every((word) => text.includes(word));
    });
    group.hidden = rows.every((row) => row.hidden);
    if (!("wasOpen" in group.dataset)) group.dataset.wasOpen = group.open;
    group.open = words.length ? true : group.dataset.wasOpen === "true";
    if (!words.length) delete group.dataset.wasOpen;
  });
}

document.addEventListener("input", (e) => {
  if (e.target.matches("[data-filters]")) filterRows(e.target);
});
if (document.activeElement.matches("[data-filters]")) filterRows(document.activeElement);
