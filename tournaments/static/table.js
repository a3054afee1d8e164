"use strict";
/* The board keeps itself up to date (htmx asks); trouble in asking never replaces what is shown. */
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target.id === "board" && event.detail.xhr.status >= 400) event.detail.shouldSwap = false;
});
