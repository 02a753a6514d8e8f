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

/** Insertions, deletions, substitutions, and neighbours that changed places: Damerau (1964), with Wagner and Fischer's table. */
function editDistance(a: string, b: string): number {
  let [before, row]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = at(row, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? at(before, j - 2) + 1 : change;
      next.push(Math.min(change, swap, at(row, j) + 1, at(next, j - 1) + 1));
    }
    [before, row] = [row, next];
  }
  return at(row, b.length);
}

const at = (row: readonly number[] | undefined, index: number): number => row?.[index] ?? 0;
