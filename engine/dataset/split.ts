/**
 * Which rows are kept for validation. Every row gets a number by hashing its inputs; rows are taken into the validation
 * set in the order of these numbers. So the split is random to the eye, the same whenever and wherever it is made, does
 * not depend on the order of the rows, keeps rows with the same inputs on one side, and a larger validation set contains
 * a smaller one.
 */

/** Marks the first row of those with the same inputs. */
const GROUP_START = 2 ** 31;

/** 53 bits that look random but follow from the row's values: two rounds of MurmurHash3's mixing (Appleby, 2008). */
export function createRowHash(width: number): (row: Float64Array) => number {
  const floats = new Float64Array(width);
  const words = new Uint32Array(floats.buffer);
  return (row) => {
    for (let i = 0; i < width; i++) floats[i] = row[i] === 0 ? 0 : row[i]; // -0 is the same input as 0
    const high = mixed(words, 0x2c1b3c6d);
    const low = mixed(words, 0x297a2d39);
    return (high >>> 0) * 2 ** 21 + (low >>> 11);
  };
}

function mixed(words: Uint32Array, seed: number): number {
  let hash = seed;
  for (let i = 0; i < words.length; i++) {
    let word = Math.imul(words[i], 0xcc9e2d51);
    word = Math.imul((word << 15) | (word >>> 17), 0x1b873593);
    hash ^= word;
    hash = (Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64) | 0;
  }
  hash ^= words.length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}

/** The rows in the order in which they are taken into the validation set, groups marked: what order.u32 holds. */
export function validationOrder(hashes: Float64Array): Uint32Array {
  const rows = Uint32Array.from(hashes.keys());
  rows.sort((a, b) => hashes[a] - hashes[b] || a - b);
  let previous = Number.NaN;
  return rows.map((row) => {
    const hash = hashes[row];
    const isNew = hash !== previous;
    previous = hash;
    return isNew ? row + GROUP_START : row;
  });
}

/** Both ascending, together all rows, neither empty while there are two different rows. */
export type Split = { readonly validation: Uint32Array; readonly training: Uint32Array };

/** As near to the percentage as whole groups allow, from below. */
export function splitRows(order: Uint32Array, percentage: number): Split {
  const wanted = Math.max(1, Math.round((order.length * percentage) / 100));
  const isTaken = new Uint8Array(order.length);
  let taken = 0;
  let smallest = { start: 0, end: order.length };
  for (let start = 0; start < order.length; ) {
    let end = start + 1;
    while (end < order.length && order[end] < GROUP_START) end++;
    if (end - start < smallest.end - smallest.start) smallest = { start, end };
    if (taken + end - start <= wanted) {
      take(start, end);
      if (taken === wanted) break;
    }
    start = end;
  }
  if (taken === 0 && smallest.end - smallest.start < order.length) take(smallest.start, smallest.end);

  function take(start: number, end: number): void {
    for (let i = start; i < end; i++) isTaken[order[i] % GROUP_START] = 1;
    taken += end - start;
  }
  const split = { validation: new Uint32Array(taken), training: new Uint32Array(order.length - taken) };
  let validation = 0;
  let training = 0;
  isTaken.forEach((flag, row) => {
    if (flag === 1) split.validation[validation++] = row;
    else split.training[training++] = row;
  });
  return split;
}
