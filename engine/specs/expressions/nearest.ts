/** Longer names are pasted, not typed, and get no suggestion. */
const MAX_LENGTH = 64;
/** Names that differ by more characters are not taken for misspellings. */
const MAX_CHANGES = 3;

/** "; did you mean gain_db?" where one of the known names is close to what was written, otherwise nothing. */
export function nearest(written: string, names: Iterable<string>): string {
  const closestName = closest(written, names);
  return closestName === null ? "" : `; did you mean ${closestName}?`;
}

/** Suggests as `nearest` does, the first `most` times: each costs a comparison with every known name. */
export function createNearest(most: number): typeof nearest {
  let left = most;
  return (written, names) => (left-- > 0 ? nearest(written, names) : "");
}

/** The known name that differs from the written one by the fewest characters, at most a third of them. */
export function closest(written: string, names: Iterable<string>): string | null {
  if (written.length > MAX_LENGTH) return null;
  const lower = written.toLowerCase();
  let best: string | null = null;
  let least = Math.min(MAX_CHANGES, Math.floor(written.length / 3)) + 1;
  for (const name of names) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const changes = editDistance(lower, name.toLowerCase());
    if (changes < least) [best, least] = [name, changes];
  }
  return best;
}

/**
 * Insertions, deletions, substitutions, and neighbours that changed places: Damerau (1964), with Wagner and Fischer's table.
 * Of the table only the band beside the diagonal is filled: outside it more than MAX_CHANGES characters differ.
 */
function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const table = new Uint8Array((a.length + 1) * width).fill(MAX_CHANGES + 1);
  const at = (i: number, j: number): number => table[i * width + j] ?? MAX_CHANGES + 1;
  for (let i = 0; i <= a.length; i++) {
    for (let j = Math.max(0, i - MAX_CHANGES); j <= Math.min(b.length, i + MAX_CHANGES); j++) {
      table[i * width + j] = i === 0 || j === 0 ? i + j : fewest(i, j);
    }
  }
  return at(a.length, b.length);

  function fewest(i: number, j: number): number {
    const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
    const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
    const swap = swapped ? at(i - 2, j - 2) + 1 : change;
    return Math.min(change, swap, at(i - 1, j) + 1, at(i, j - 1) + 1);
  }
}
