"use strict";
/* A contest that is being played keeps itself up to date: what changed glows once, what the reader has
   opened or scrolled stays, trouble in asking replaces nothing. All works without this file. */
(() => {
  let before = null;
  const watched = () => new Map([...document.querySelectorAll("#live [data-watch]")]
    .map((place) => [place.dataset.watch, place.textContent]));
  const rows = () => document.getElementById("ranking-rows");
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.target.id !== "live") return;
    if (event.detail.xhr.status >= 400) { event.detail.shouldSwap = false; return; }
    before = { texts: watched(), top: rows() ? rows().scrollTop : 0 };
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (!before) return;
    const { texts, top } = before;
    before = null;
    if (rows()) rows().scrollTop = top;
    let changed = false;
    for (const place of document.querySelectorAll("#live [data-watch]")) {
      if (texts.get(place.dataset.watch) === place.textContent) continue;
      place.classList.add("changed");
      changed = true;
    }
    const told = document.getElementById("told");
    if (changed && told) told.textContent = told.dataset.news;
  });
})();
