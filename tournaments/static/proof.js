"use strict";
/* Checks the draw of this page, and says line by line what fits. Without this file the command does the same. */
(() => {
  const place = document.getElementById("check");
  if (!place || !globalThis.crypto || !crypto.subtle) return;
  const words = place.dataset;
  const said = (what, fits, count) => (words[fits ? what : `${what}Wrong`] || what).replace("{n}", count);

  function write({ lines, order }) {
    const list = document.createElement("ul");
    list.className = "checks";
    for (const [what, fits, count] of lines) {
      if (fits && count === 0) continue;
      const item = document.createElement("li");
      const mark = document.createElement("span");
      mark.className = fits ? "fits" : "wrong";
      mark.textContent = fits ? "✓ " : "✗ ";
      mark.setAttribute("aria-hidden", "true");
      item.append(mark, said(what, fits, count));
      list.append(item);
    }
    const good = lines.every(([, fits]) => fits);
    const verdict = document.createElement("p");
    verdict.className = good ? "verdict good" : "verdict bad";
    verdict.textContent = !good ? words.bad : order ? words.good : words.soFar;
    place.replaceChildren(verdict, list);
  }

  async function run() {
    place.replaceChildren(words.busy);
    try {
      const answer = await fetch(words.file);
      write(await pbf1.check(await answer.json()));
    } catch {
      place.replaceChildren(words.failed);
    }
  }
  const button = document.getElementById("check-again");
  button.hidden = false;
  button.addEventListener("click", run);
  run();
})();
