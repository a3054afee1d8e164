"use strict";
/* A button that copies a text; without this file the text can be selected by hand. */
(() => {
  for (const button of document.querySelectorAll("[data-copy]")) {
    const text = document.getElementById(button.dataset.copy);
    const word = button.textContent;
    button.hidden = false;
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text.value);
      } catch {
        text.select();
        document.execCommand("copy");
      }
      button.textContent = button.dataset.done;
      setTimeout(() => { button.textContent = word; }, 2000);
    });
  }
})();
