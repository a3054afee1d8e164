"use strict";
/* A player's share in the draws: his value is made here and stays here until the check-in.
   Only its commitment is sent; without this file nobody has a share, and everybody plays. */
(() => {
  const keyOf = (form) => `pbf1:${form.dataset.contest}:${form.dataset.player}`;
  const kept = (form) => { try { return localStorage.getItem(keyOf(form)); } catch { return null; } };
  const keep = (form, value) => { try { localStorage.setItem(keyOf(form), value); return true; } catch { return false; } };
  const commitOf = async (form, value) =>
    pbf1.hex(await pbf1.playerCommit(form.dataset.contest, form.dataset.player, pbf1.unhex(value)));
  const grouped = (value) => value.match(/.{1,4}/g).join(" ");

  async function offer(form) {
    form.hidden = false;
    form.addEventListener("submit", async (event) => {
      if (form.elements.commit.value) return;
      event.preventDefault();
      delete form.dataset.sent;
      const value = kept(form) || pbf1.hex(crypto.getRandomValues(new Uint8Array(32)));
      if (!keep(form, value)) {
        for (const part of document.querySelectorAll("#share [data-nowhere]")) part.hidden = false;
        return;
      }
      form.elements.commit.value = await commitOf(form, value);
      await send(form);
    });
    if (form.dataset.auto) form.requestSubmit();
  }

  /* The answer is the whole page: its part about the share takes the place of this one. */
  async function send(form) {
    const place = document.getElementById("share");
    let fresh = null;
    try {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      fresh = new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("share");
    } catch { fresh = null; }
    if (!fresh) { form.submit(); return; }
    place.replaceWith(document.adoptNode(fresh));
    start(fresh);
    fresh.focus();
  }

  async function show(part) {
    const value = kept(part);
    const mine = value && await commitOf(part, value) === part.dataset.commit;
    part.querySelector("[data-here]").hidden = !mine;
    part.querySelector("[data-elsewhere]").hidden = Boolean(mine);
    if (mine) for (const field of part.querySelectorAll("[data-value]")) field.value = grouped(value);
  }

  function start(root) {
    if (!globalThis.crypto || !crypto.subtle) return;
    for (const part of root.querySelectorAll("[data-without]")) part.hidden = true;
    for (const form of root.querySelectorAll("form[data-share]")) offer(form);
    for (const part of root.querySelectorAll("[data-kept]")) show(part);
    for (const button of root.querySelectorAll("[data-copies]")) {
      button.hidden = false;
      button.addEventListener("click", async () => {
        const field = document.getElementById(button.dataset.copies);
        try { await navigator.clipboard.writeText(field.value); } catch { field.select(); document.execCommand("copy"); }
        button.textContent = button.dataset.done;
      });
    }
  }
  const there = document.getElementById("share");
  if (there) start(there);
})();
