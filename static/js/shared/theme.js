// Light or dark: as the system has it, until somebody chooses on this device. Not a module: it runs in the head before
// anything is drawn, so that nothing flashes, and a module would wait for the whole page.
(() => {
  const KEY = "theme";
  const root = document.documentElement;
  const system = matchMedia("(prefers-color-scheme: dark)");

  function chosenTheme() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // a private window
    }
  }

  function systemTheme() {
    return system.matches ? "dark" : "light";
  }

  function showTheme() {
    root.setAttribute("data-bs-theme", chosenTheme() || systemTheme());
  }

  function toggleTheme() {
    const theme = root.getAttribute("data-bs-theme") === "dark" ? "light" : "dark";
    try {
      if (theme === systemTheme()) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, theme);
    } catch {
      // a private window: the choice lasts as long as the page
    }
    root.setAttribute("data-bs-theme", theme);
  }

  showTheme();
  root.classList.add("js");
  system.addEventListener("change", showTheme);
  addEventListener("storage", (e) => {
    if (e.key === KEY) showTheme();
  });
  document.addEventListener("click", (e) => {
    if (e.target.closest("[data-theme-toggle]")) toggleTheme();
  });
})();
