/**
 * Chooses the rows that are kept for validation. Every row gets a number by hashing its inputs; rows are taken into the
 * validation set in the order of these numbers. So the split is random to the eye, the same whenever and wherever it is made,
 * does not depend on the order of the rows, keeps the rows of a group on one side (those with the same inputs, or of one sweep),
 * and a larger validation set contains a smaller one.
 */

/** Marks the first row of a group. */
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

/**
 * The rows in the order in which they are taken into the validation set, the first row of each group marked: what order.u32
 * holds. The rows of a group have the same hash.
 * @param last hashes of the groups that are to be trained on: they come last.
 */
export function validationOrder(hashes: Float64Array, last: ReadonlySet<number> = new Set()): Uint32Array {
  const sorted = Uint32Array.from(hashes.keys()).sort((a, b) => hashes[a] - hashes[b] || a - b);
  const isLast = (row: number): boolean => last.has(hashes[row]);
  const rows = new Uint32Array(sorted.length);
  const first = sorted.filter((row) => !isLast(row));
  rows.set(first);
  rows.set(sorted.filter(isLast), first.length);
  let previous = Number.NaN;
  return rows.map((row) => {
    const hash = hashes[row];
    const isNew = hash !== previous;
    previous = hash;
    return isNew ? row + GROUP_START : row;
  });
}

/** Both ascending, together all rows, neither empty while there are two rows. */
export type Split = { readonly validation: Uint32Array; readonly training: Uint32Array };

/** Fewer groups than these cannot be left out whole: what remains would not vary. */
const MIN_GROUPS = 3;

/**
 * The percentage counts groups, so that a point that was run many times is one point; a group with more rows than the percentage
 * of all rows is trained on.
 */
export function splitRows(order: Uint32Array, percentage: number): Split {
  const { starts, ends } = findUnits(order);
  const computeShare = (count: number): number => Math.max(1, Math.round((count * percentage) / 100));
  const countUnitRows = (unit: number): number => ends[unit] - starts[unit];
  const count = Math.min(computeShare(starts.length), starts.length - 1);
  const maxSize = computeShare(order.length);
  const isTaken = new Uint8Array(order.length);
  const take = (unit: number): void => {
    for (let at = starts[unit]; at < ends[unit]; at++) isTaken[order[at] % GROUP_START] = 1;
  };
  let taken = 0;
  let smallest = 0;
  for (let unit = 0; unit < starts.length && taken < count; unit++) {
    if (countUnitRows(unit) < countUnitRows(smallest)) smallest = unit;
    if (countUnitRows(unit) > maxSize) continue;
    take(unit);
    taken += 1;
  }
  if (taken === 0) take(smallest);
  const rows = Uint32Array.from(isTaken.keys());
  return {
    validation: rows.filter((row) => isTaken[row] === 1),
    training: rows.filter((row) => isTaken[row] === 0),
  };
}

/**
 * The parts of the order that are left out as a whole: groups; where there are too few of them, single rows, of each group all but
 * the last.
 */
function findUnits(order: Uint32Array): { starts: Uint32Array; ends: Uint32Array } {
  const positions = Uint32Array.from(order.keys());
  const isStart = (at: number): boolean => at >= order.length || order[at] >= GROUP_START;
  const starts = positions.filter(isStart);
  if (starts.length >= MIN_GROUPS) {
    return { starts, ends: starts.map((_, at) => starts[at + 1] ?? order.length) };
  }
  const single = positions.filter((at) => !isStart(at + 1));
  return { starts: single, ends: single.map((at) => at + 1) };
}
