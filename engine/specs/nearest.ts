/** "; did you mean gain_db?" where one of the known names is close to what was written, otherwise nothing. */
export function nearest(written: string, known: Iterable<string>): string {
  const found = closest(written, known);
  return found === null ? "" : `; did you mean ${found}?`;
}

/** The known name that differs from the written one by the fewest characters, at most a third of them. */
export function closest(written: string, known: Iterable<string>): string | null {
  let best: string | null = null;
  let least = Math.min(3, Math.floor(written.length / 3)) + 1;
  for (const name of known) {
    if (Math.abs(name.length - written.length) >= least) continue;
    const changes = editDistance(written.toLowerCase(), name.toLowerCase());
    if (changes < least) [best, least] = [name, changes];
  }
  return best;
}

/** Levenshtein (1966): insertions, deletions and substitutions. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
