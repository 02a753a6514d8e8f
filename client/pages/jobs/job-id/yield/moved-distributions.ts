/** Distributions around one design as they are around another: what was entered of a process holds for every design. */
import type { Distribution, Distributions } from "@understudy/shared/domain/distribution.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { ownValue } from "@understudy/shared/own-value.ts";

type Design = Readonly<Record<string, ScalarValue>>;

export const movedDistributions = (distributions: Distributions, from: Design, to: Design): Distributions =>
  Object.fromEntries(
    Object.entries(distributions).map(([name, own]) => {
      const [old, value] = [ownValue(from, name), ownValue(to, name)];
      return [name, old === undefined || value === undefined ? own : moved(own, old, value)];
    }),
  );

function moved(own: Distribution, from: ScalarValue, to: ScalarValue): Distribution {
  if (own.kind === "fixed") return own.value === from ? { ...own, value: to } : own;
  if (typeof from !== "number" || typeof to !== "number") return own;
  const by = to - from;
  switch (own.kind) {
    case "uniform":
      return { ...own, lower: own.lower + by, upper: own.upper + by };
    case "normal":
      return { ...own, mean: own.mean + by };
    case "truncated normal":
      return { ...own, mean: own.mean + by, lower: own.lower + by, upper: own.upper + by };
    case "lognormal": {
      const factor = to / from;
      if (!(factor > 0 && Number.isFinite(factor))) return own;
      return { ...own, mean: factor * own.mean, standard_deviation: factor * own.standard_deviation };
    }
    case "levels":
      return own;
  }
}
