"use strict";
/* Slider, buttons and arrow keys show a step without loading the page again; without this file they are links. */
(() => {
  const place = document.getElementById("replay");
  const slider = document.getElementById("step");
  const stage = document.getElementById("stage");
  const back = document.getElementById("previous");
  const next = document.getElementById("next");
  const last = Number(slider.max);
  let shown = Number(stage.firstElementChild.dataset.step);
  let all = null;
  slider.form.querySelector("button").hidden = true;
  slider.value = shown;

  function load() {
    all ??= fetch(place.dataset.steps).then((answer) => {
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }).then((text) => [...new DOMParser().parseFromString(text, "text/html").querySelectorAll(".stage")]);
    return all;
  }

  function lead(link, step) {
    if (step >= 1 && step <= last) {
      link.href = `?step=${step}`;
      link.removeAttribute("role");
      link.removeAttribute("aria-disabled");
    } else {
      link.removeAttribute("href");
      link.setAttribute("role", "link");
      link.setAttribute("aria-disabled", "true");
    }
  }

  /* Scrolls the list where it has a scrollbar of its own, and never the page. */
  function keepInSight(link) {
    const list = link.closest("ol");
    if (list.scrollHeight <= list.clientHeight) return;
    if (link.offsetTop < list.scrollTop) list.scrollTop = link.offsetTop;
    const below = link.offsetTop + link.offsetHeight - list.clientHeight;
    if (below > list.scrollTop) list.scrollTop = below;
  }

  function mark(step) {
    lead(back, step - 1);
    lead(next, step + 1);
    document.getElementById("step-now").textContent = step;
    document.getElementById("moment").href = `?step=${step}`;
    for (const link of place.querySelectorAll("[data-to]")) {
      if (Number(link.dataset.to) === step) {
        link.setAttribute("aria-current", "step");
        keepInSight(link);
      } else link.removeAttribute("aria-current");
    }
    history.replaceState(null, "", `?step=${step}`);
  }

  async function show(asked) {
    const step = Math.min(Math.max(asked, 1), last);
    if (step === shown) return;
    shown = step;
    slider.value = step;
    try {
      const stages = await load();
      if (shown !== step) return;
      stage.replaceChildren(document.importNode(stages[step - 1], true));
    } catch {
      location.search = `?step=${step}`;
      return;
    }
    const said = [...stage.querySelectorAll(".said > p:not(.soft)")].map((line) => line.textContent);
    document.getElementById("spoken").textContent = said.join(" ");
    mark(step);
  }

  slider.addEventListener("input", () => show(Number(slider.value)));
  place.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    const plain = event.button === 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey && !event.altKey;
    if (!link || !plain) return;
    const step = link === back ? shown - 1 : link === next ? shown + 1 : Number(link.dataset.to);
    if (!step || step > last) return;
    event.preventDefault();
    show(step);
  });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "ArrowLeft") show(shown - 1);
    else if (event.key === "ArrowRight") show(shown + 1);
    else return;
    event.preventDefault();
  });
  window.addEventListener("pageshow", () => { slider.value = shown; });
  slider.addEventListener("focus", load, { once: true });
  place.addEventListener("pointerover", load, { once: true });
})();
