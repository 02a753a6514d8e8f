/** Distributions around one design as they are around another: what was entered of a process holds for every design. */
import type { Distribution, Distributions } from "@understudy/shared/domain/distribution.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";

type Design = Readonly<Record<string, ScalarValue>>;

export const movedDistributions = (distributions: Distributions, from: Design, to: Design): Distributions =>
  Object.fromEntries(
    Object.entries(distributions).map(([name, distribution]) => {
      const [old, value] = [ownValue(from, name), ownValue(to, name)];
      return [
        name,
        old === undefined || value === undefined ? distribution : shiftDistribution(distribution, old, value),
      ];
    }),
  );

function shiftDistribution(distribution: Distribution, from: ScalarValue, to: ScalarValue): Distribution {
  if (distribution.kind === "fixed")
    return distribution.value === from ? { ...distribution, value: to } : distribution;
  if (typeof from !== "number" || typeof to !== "number") return distribution;
  const by = to - from;
  switch (distribution.kind) {
    case "uniform":
      return { ...distribution, lower: distribution.lower + by, upper: distribution.upper + by };
    case "normal":
      return { ...distribution, mean: distribution.mean + by };
    case "truncated normal":
      return {
        ...distribution,
        mean: distribution.mean + by,
        lower: distribution.lower + by,
        upper: distribution.upper + by,
      };
    case "lognormal": {
      const factor = to / from;
      if (!(factor > 0 && Number.isFinite(factor))) return distribution;
      return {
        ...distribution,
        mean: factor * distribution.mean,
        standard_deviation: factor * distribution.standard_deviation,
      };
    }
    case "levels":
      return distribution;
  }
}
