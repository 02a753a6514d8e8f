import type { evaluatorCache } from "./evaluators.ts";
import type { Difference } from "./fold-shares.ts";
import type { Probes } from "./probes.ts";
import type { Speaker } from "./voices.ts";

/** With fewer points how far models differ is left unknown. */
const FEWEST_POINTS = 30;

/** How far models differ at points that none of them saw. */
export function probeDifferences(
  { count, inputs }: Probes,
  evaluatorOf: ReturnType<typeof evaluatorCache>,
): Difference {
  const known = new WeakMap<object, Float64Array[]>();
  const said = ({ model, output }: Speaker): Float64Array => {
    let all = known.get(model.model);
    if (all === undefined) {
      all = evaluatorOf(model)(inputs, count).map(({ mean }) => mean);
      known.set(model.model, all);
    }
    return all[output] ?? new Float64Array(count);
  };
  return (one, other) => {
    if (count < FEWEST_POINTS) return null;
    const [a, b] = [said(one), said(other)];
    let sum = 0;
    for (let i = 0; i < count; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2;
    return sum / count;
  };
}
