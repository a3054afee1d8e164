"use strict";
/* Remaining times go on counting; a form that was sent is not sent twice. All works without this file. */
(() => {
  const skew = (() => {
    const first = document.querySelector("time[data-now]");
    return first ? Date.parse(first.dataset.now) - Date.now() : 0;
  })();
  const words = (seconds, unit) => unit.replace("{d}", Math.floor(seconds / 86400))
    .replace("{h}", Math.floor(seconds % 86400 / 3600)).replace("{m}", Math.floor(seconds % 3600 / 60));
  function tick() {
    for (const place of document.querySelectorAll("[data-until]")) {
      const left = Math.round((Date.parse(place.dataset.until) - Date.now() - skew) / 1000);
      const shape = left <= 0 ? place.dataset.over : left >= 86400 ? place.dataset.days
        : left >= 3600 ? place.dataset.hours : place.dataset.minutes;
      const text = words(Math.max(left, 0), shape || "");
      if (shape && place.textContent !== text) place.textContent = text;
    }
  }
  tick();
  setInterval(tick, 20000);
  document.addEventListener("htmx:afterSwap", tick);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.dataset.sent) { event.preventDefault(); return; }
    form.dataset.sent = "1";
    setTimeout(() => { delete form.dataset.sent; }, 4000);
  });
})();
