// Light, dark, or as the system says. Stands in the head, so that a page never shows in the wrong colours first.

(() => {
  const KEY = "cse-theme";
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)");

  function stored() {
    try {
      return localStorage.getItem(KEY);
    } catch {
      return null; // a page opened from a disk may have no storage
    }
  }

  function set(theme) {
    root.dataset.theme = theme;
    root.style.colorScheme = theme === "auto" ? "" : theme;
    document.dispatchEvent(new Event("themechange"));
  }

  window.darkTheme = () => (root.dataset.theme === "auto" ? dark.matches : root.dataset.theme === "dark");
  dark.addEventListener("change", () => document.dispatchEvent(new Event("themechange")));
  set(stored() ?? "auto");
  document.addEventListener("DOMContentLoaded", () => {
    const choice = document.getElementById("theme");
    choice.value = root.dataset.theme;
    choice.addEventListener("change", () => {
      set(choice.value);
      try {
        localStorage.setItem(KEY, choice.value);
      } catch {
        // then the choice holds until the page is left
      }
    });
  });
})();
