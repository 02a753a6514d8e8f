/** Which breaks the rows speak for: jumps that would add to their likelihood, tried one after the other. */
import { type Break, packBreaks, withSides } from "./discontinuities.ts";
import { findJumps, type Jump } from "./find-discontinuities.ts";
import { breakOf, narrowed, type Unit } from "./place-discontinuities.ts";
import { pickRows, type Rows } from "./rows.ts";
import { type Candidate, likelihoodOf, quickFit, type SearchContext } from "./search.ts";
import { createWorkspace } from "./workspace.ts";

const MOST_BREAKS = 4;
/** With no more rows between them, two jumps of a feature are one, of which one place is the right one. */
const SAME = 8;
/** Jumps that are tried for each, and what each of them must promise. */
const MOST_TRIED = 3;
const PROMISING = 20;
/** In units of log density over the rows: what a break must gain, and what no other process could make up for. */
const GAIN = 20;
const CLEAR_GAIN = 100;

/** Rows with the sides of breaks as further features. */
export function rowsWithSides(rows: Rows, breaks: readonly Break[]): Rows {
  if (breaks.length === 0) return rows;
  const inputs = withSides(packBreaks(breaks), rows.inputs, rows.width, rows.count);
  return { ...rows, inputs, width: rows.width + breaks.length };
}

/** Each break is an input of its own. */
export function sourcesWithSides(sources: Int32Array, breaks: readonly Break[]): Int32Array {
  const next = 1 + sources.reduce((most, source) => Math.max(most, source), -1);
  return Int32Array.of(...sources, ...breaks.map((_, at) => next + at));
}

/** Breaks, and a plain process with their sides. */
export interface Ground {
  breaks: readonly Break[];
  begun: Candidate;
}

/**
 * @param seen those of the rows that are looked at.
 * @param chosen of these the ones that processes are compared on; all when null.
 * @returns the likeliest first; another only where it might come to more.
 */
export function* chooseBreaks(
  rows: Rows,
  seen: Rows,
  chosen: Int32Array | null,
  context: SearchContext,
  units: readonly (Unit | null)[],
): Generator<undefined, [Ground, ...Ground[]]> {
  const some = chosen === null ? seen : pickRows(seen, chosen);
  const plain: Ground = { begun: yield* quickFit(some, context), breaks: [] };
  let best = plain;
  for (;;) {
    const from = best;
    const jumps = yield* promising(seen, from, context);
    for (const jump of jumps.slice(0, MOST_TRIED)) {
      if (context.stopRequested()) break;
      const breaks = withJump(from.breaks, jump, seen);
      if (breaks.length > MOST_BREAKS) continue;
      const sources = sourcesWithSides(context.sources, breaks);
      const begun = yield* quickFit(rowsWithSides(some, breaks), { ...context, sources });
      if ((begun.density - best.begun.density) * some.count > (best === from ? GAIN : 0))
        best = { begun, breaks };
    }
    if (best === from) break;
  }
  if (best === plain) return [plain];
  const placed = best.breaks.map((one) => breakOf(narrowed(rows, one), units[one.feature] ?? null));
  const ground = { ...best, breaks: placed };
  const isClear = (best.begun.density - plain.begun.density) * some.count > CLEAR_GAIN;
  return isClear ? [ground] : [ground, plain];
}

/** One more, or the one that it is the better place of in place of that. */
function withJump(breaks: readonly Break[], jump: Jump, { inputs, count }: Rows): Break[] {
  const column = inputs.subarray(jump.feature * count, (jump.feature + 1) * count);
  const isSame = ({ feature, from }: Break): boolean => {
    const [low, high] = [Math.min(from, jump.from), Math.max(from, jump.from)];
    return feature === jump.feature && column.filter((value) => value > low && value <= high).length <= SAME;
  };
  return [...breaks.filter((one) => !isSame(one)), breakOf(jump, null)];
}

function* promising(
  seen: Rows,
  { breaks, begun: { spec, layout, point } }: Ground,
  { kernels }: SearchContext,
): Generator<undefined, Jump[]> {
  const mark = kernels.mark();
  const workspace = createWorkspace(kernels, seen.count);
  const likelihood = likelihoodOf(rowsWithSides(seen, breaks), spec, layout, workspace);
  const value = yield* likelihood.evaluate(point, null);
  const jumps = Number.isFinite(value) ? findJumps(likelihood, workspace, seen.width) : [];
  kernels.release(mark);
  return jumps.filter(
    ({ feature, from, gain }) =>
      gain > PROMISING && !breaks.some((one) => one.feature === feature && one.from === from),
  );
}
