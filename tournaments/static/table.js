"use strict";
/* The board keeps itself up to date (htmx asks); amounts fill the number in; a comment is counted.
   All works without this file. */
(() => {
  /* Trouble in asking never replaces what is shown. */
  document.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr } = event.detail;
    if (xhr.status < 400) return;
    if (target.id === "board") event.detail.shouldSwap = false;
    if (target.id === "reading" || target.id === "later-reading") { event.detail.shouldSwap = false; target.textContent = ""; }
  });
  document.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-size]");
    const field = button && button.form && button.form.elements.to;
    if (!field) return;
    event.preventDefault();
    field.value = button.dataset.size;
    const said = document.getElementById("sized");
    said.textContent = said.dataset.said.replace("{to}", field.value);
    mark();
  });
  function mark() {
    for (const button of document.querySelectorAll("button[data-size]")) {
      const field = button.form.elements.to;
      button.setAttribute("aria-pressed", String(Boolean(field) && field.value === button.dataset.size));
    }
  }
  function count() {
    for (const place of document.querySelectorAll("[data-count]")) {
      const field = document.getElementById(place.dataset.count);
      place.hidden = !field.value;
      place.textContent = `${field.value.length} / ${field.maxLength}`;
    }
  }
  function ready() {
    for (const place of document.querySelectorAll("[data-without-script]")) place.hidden = true;
    mark();
    count();
  }
  document.addEventListener("input", (event) => {
    if (event.target.id === "to") mark();
    if (event.target.id === "comment") count();
  });
  document.addEventListener("htmx:afterSettle", ready);
  ready();
})();
