"use strict";
/* Draws of scheme PBF1, computed anew in the browser: nothing is asked of the server, and nobody is trusted.
   The same steps as `python -m referee verify`; all but the pairing that signs a round of drand. */
const pbf1 = (() => {
  const encoder = new TextEncoder();
  const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const unhex = (text) => {
    if (!/^(?:[0-9a-f]{2})*$/.test(text)) throw new Error("not lower-case hex");
    return Uint8Array.from(text.match(/../g) || [], (pair) => parseInt(pair, 16));
  };
  const join = (...parts) => {
    const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
    let at = 0;
    for (const part of parts) { whole.set(part, at); at += part.length; }
    return whole;
  };
  const integer = (number, size) => {
    const bytes = new Uint8Array(size);
    let rest = BigInt(number);
    for (let at = size - 1; at >= 0; at -= 1) { bytes[at] = Number(rest & 255n); rest >>= 8n; }
    return bytes;
  };
  const u32 = (number) => integer(number, 4);
  const u64 = (number) => integer(number, 8);
  const bytesOf = (value) => typeof value === "string" ? encoder.encode(value) : value;
  const lp = (value) => join(u32(bytesOf(value).length), bytesOf(value));
  const tag = (name) => encoder.encode(`PBF1/${name}\0`);
  const sha = async (data) => new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  const macWith = async (key) => {
    const kept = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return async (data) => new Uint8Array(await crypto.subtle.sign("HMAC", kept, data));
  };
  const ZERO = new Uint8Array([0]), ONE = new Uint8Array([1]);
  const leafHash = (data) => sha(join(ZERO, data));
  const nodeHash = (left, right) => sha(join(ONE, left, right));

  async function rootOf(leaves) {
    let level = leaves;
    while (level.length > 1) {
      const above = [];
      for (let at = 0; at + 1 < level.length; at += 2) above.push(await nodeHash(level[at], level[at + 1]));
      if (level.length % 2) above.push(level[level.length - 1]);
      level = above;
    }
    return level[0];
  }

  async function rootFromPath(leaf, index, count, path) {
    if (index < 0 || index >= count) return null;
    let node = leaf, width = count, step = 0;
    while (width > 1) {
      const sibling = index ^ 1;
      if (sibling < width) {
        if (step >= path.length) return null;
        const other = unhex(path[step]);
        step += 1;
        node = index % 2 ? await nodeHash(other, node) : await nodeHash(node, other);
      }
      index = Math.floor(index / 2);
      width = Math.floor((width + 1) / 2);
    }
    return step === path.length ? node : null;
  }

  const playerCommit = (contest, player, value) =>
    sha(join(tag("pcommit"), lp(contest), lp(player), lp(value)));

  function compareBytes(left, right) {
    const a = encoder.encode(left), b = encoder.encode(right);
    for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at] - b[at];
    return a.length - b.length;
  }

  function entropy(scope, roster, values) {
    const parts = [tag("entropy"), lp(scope), u32(roster.length)];
    for (const player of [...roster].sort(compareBytes)) {
      parts.push(lp(player));
      parts.push(Object.hasOwn(values, player) ? join(ONE, lp(unhex(values[player]))) : ZERO);
    }
    return sha(join(...parts));
  }

  const chainBytes = (chain) => /^(?:[0-9a-f]{2})+$/.test(chain) ? unhex(chain) : encoder.encode(chain);

  async function keyOf(pub, rev) {
    const beacon = rev.beacon;
    const mac = await macWith(unhex(rev.seed));
    return mac(join(
      tag("draw"), lp(pub.t), u32(pub.n), await entropy(pub.e, pub.roster, rev.values),
      await entropy(`${pub.t}#${pub.n}`, pub.cut_roster, rev.cuts),
      lp(chainBytes(beacon.chain)), u64(beacon.round), lp(unhex(beacon.randomness)),
    ));
  }

  async function shuffled(items, key) {
    const mac = await macWith(key);
    let block = new Uint8Array(0), at = 0, blocks = 0;
    const uniform = async (m) => {
      const width = m <= 256 ? 1 : 2, size = 256 ** width, limit = size - size % m;
      for (;;) {
        while (block.length - at < width) {
          block = join(block.slice(at), await mac(join(tag("stream"), u64(blocks))));
          blocks += 1;
          at = 0;
        }
        let number = 0;
        for (let i = 0; i < width; i += 1) { number = number * 256 + block[at]; at += 1; }
        if (number < limit) return number % m;
      }
    };
    const order = [...items];
    for (let last = order.length - 1; last > 0; last -= 1) {
      const chosen = await uniform(last + 1);
      [order[last], order[chosen]] = [order[chosen], order[last]];
    }
    return order;
  }

  const cardLeaf = (pub, position, nonce, label) =>
    leafHash(join(tag("card"), lp(pub.t), u32(pub.n), u32(position), nonce, lp(label)));
  const deckCommit = (pub, root) => sha(join(tag("deck"), lp(pub.t), u32(pub.n), u32(pub.items.length), root));

  async function opens(pub, opening) {
    const leaf = await cardLeaf(pub, opening.pos, unhex(opening.nonce), opening.label);
    const root = await rootFromPath(leaf, opening.pos, pub.items.length, opening.path);
    return root !== null && hex(await deckCommit(pub, root)) === pub.deck_commit;
  }

  async function seedFits(pub, rev) {
    const leaf = await leafHash(join(tag("seed"), lp(pub.t), u32(pub.n), unhex(rev.seed)));
    const root = await rootFromPath(leaf, pub.n - pub.base, pub.seeds, rev.seed_path);
    if (root === null) return false;
    const commit = await sha(join(tag("seeds"), lp(pub.t), u32(pub.base), u32(pub.seeds), root));
    return hex(commit) === pub.seed_commit;
  }

  async function valuesFit(pub, rev) {
    for (const [player, value] of Object.entries(rev.values)) {
      if (value.length < 32 || !pub.roster.includes(player)) return false;
      if (hex(await playerCommit(pub.e, player, unhex(value))) !== pub.commits[player]) return false;
    }
    return true;
  }

  async function beaconFits(pub, rev) {
    const said = rev.beacon;
    if (said.chain !== pub.beacon.chain || said.round !== pub.beacon.round) return false;
    return said.signature === undefined || hex(await sha(unhex(said.signature))) === said.randomness;
  }

  async function redraw(pub, rev) {
    const key = await keyOf(pub, rev);
    const mac = await macWith(key);
    const order = await shuffled(pub.items, key);
    const leaves = [];
    for (const [position, label] of order.entries()) {
      leaves.push(await cardLeaf(pub, position, await mac(join(tag("nonce"), u32(position))), label));
    }
    return { key: hex(key), order, commit: hex(await deckCommit(pub, await rootOf(leaves))) };
  }

  const unbroken = (pub) => pub.deals.flatMap((deal) => deal.pos).every((position, at) => position === at);

  /* One line for each thing that can be checked: [what, whether it fits, how many]. */
  async function check(document) {
    const pub = document.published, rev = document.revealed, lines = [];
    let proven = 0;
    for (const opening of pub.openings) if (await opens(pub, opening)) proven += 1;
    lines.push(["openings", proven === pub.openings.length, pub.openings.length]);
    lines.push(["positions", unbroken(pub), pub.deals.length]);
    if (!rev) return { lines, order: null };
    lines.push(["seed", await seedFits(pub, rev), 1]);
    lines.push(["values", await valuesFit(pub, rev), Object.keys(rev.values).length]);
    if (rev.beacon.chain) lines.push(["beacon", await beaconFits(pub, rev), 1]);
    const again = await redraw(pub, rev);
    lines.push(["order", again.commit === pub.deck_commit, again.order.length]);
    return { lines, order: again.order, key: again.key };
  }

  return { check, hex, playerCommit, unhex };
})();
