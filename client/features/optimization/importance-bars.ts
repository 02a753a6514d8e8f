import type { Importance, Optimization } from "@understudy/shared/api/optimization.ts";
import { elementName } from "@understudy/shared/domain/variable.ts";
import { inputLook, type Looks } from "#designs/quantities.ts";
import type { Fall, ImportanceBar } from "#plots/figures/importance.ts";

/** The page has room for this many bars: those that matter least are left out. */
const MAX_BARS = 20;

/** The variables by how much the score of the best design depends on them, the most important first. */
export function importanceBars(
  { maxima, importance }: Pick<Optimization, "maxima" | "importance">,
  looks: Looks | null,
): ImportanceBar[] {
  const best = maxima[0]?.score ?? null;
  if (best === null) return [];
  const fall = (moved: Importance["below"]): Fall | null =>
    moved === null || moved.score === null
      ? null
      : { fall: best - moved.score, breaksLimits: moved.violation === null || moved.violation > 0 };
  return importance
    .map(({ name, element, below, above, other }) => {
      const { display } = inputLook(looks, name);
      const shown = element === null ? display : elementName(display, element);
      return { name: shown, below: fall(below), above: fall(above), other: fall(other) };
    })
    .filter((bar) => computeSize(bar) !== null)
    .sort((a, b) => (computeSize(b) ?? 0) - (computeSize(a) ?? 0))
    .slice(0, MAX_BARS);
}

/** True if some number cannot move to one of its sides. */
export const endsSomewhere = (bars: readonly ImportanceBar[]): boolean =>
  bars.some(({ below, above, other }) => other === null && (below === null || above === null));

export const breaksSomewhere = (bars: readonly ImportanceBar[]): boolean =>
  bars.some(({ below, above, other }) => [below, above, other].some((move) => move?.breaksLimits));

const computeSize = ({ below, above, other }: ImportanceBar): number | null => {
  const falls = [below, above, other].flatMap((move) => move?.fall ?? []);
  return falls.length === 0 ? null : Math.max(...falls);
};
