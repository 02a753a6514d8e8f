import { setImmediate } from "node:timers/promises";

/** As people read names: 2 before 10, whatever the case. */
const collator = new Intl.Collator("en", { numeric: true });
const compare = (a: string, b: string): number => collator.compare(a, b) || (a < b ? -1 : 1);

/** Names sorted, or merged, in one turn of the event loop: some 5 ms of work. */
const IN_ONE_TURN = 1_000;

/** Sorts names in natural order; between its pieces the process does other work. */
export async function inNaturalOrder(names: readonly string[]): Promise<string[]> {
  let runs: string[][] = [];
  for (let from = 0; from < names.length; from += IN_ONE_TURN) {
    runs.push(names.slice(from, from + IN_ONE_TURN).sort(compare));
    await setImmediate();
  }
  while (runs.length > 1) {
    const merged: string[][] = [];
    for (let at = 0; at < runs.length; at += 2) merged.push(await merge(runs[at] ?? [], runs[at + 1] ?? []));
    runs = merged;
  }
  return runs[0] ?? [];
}

async function merge(left: readonly string[], right: readonly string[]): Promise<string[]> {
  const merged: string[] = [];
  let [i, j] = [0, 0];
  for (;;) {
    const [a, b] = [left[i], right[j]];
    const isLeft = b === undefined || (a !== undefined && compare(a, b) < 0);
    const next = isLeft ? a : b;
    if (next === undefined) return merged;
    merged.push(next);
    if (isLeft) i++;
    else j++;
    if (merged.length % IN_ONE_TURN === 0) await setImmediate();
  }
}
