/** The regions in which an amplifier is out of spec, partly verified by servers. */
import type {
  FailingRegion,
  OutOfSpec,
  OutOfSpecPoint,
  SpecClass,
} from "@understudy/shared/api/out-of-spec.ts";
import { makeOptimization } from "./optimized.ts";

const share = (value: number) => ({ value, lower: 0.94 * value, upper: 1.06 * value });
const bound = (name: string, lower: number | null, upper: number | null) => ({
  name,
  element: null,
  lower,
  upper,
  is_integer: false,
  options: null,
});
const corners = (...options: string[]) => ({ ...bound("corner", null, null), options });

function makePoints(count: number): OutOfSpecPoint[] {
  return Array.from({ length: count }, (_, at) => {
    const [a, b, c] = [(at * 0.618) % 1, (at * 0.414) % 1, (at * 0.732) % 1];
    const score = Math.min(a - 0.35 - 0.1 * b, 1.2 - a - 0.5 * c) + (at % 7) * 0.01;
    const kind: SpecClass =
      score >= 0 ? "in-spec" : at % 3 === 0 ? "out-of-spec-verified" : "out-of-spec-unverified";
    return {
      inputs: {
        W1: 1e-6 + 5.9e-5 * a,
        L1: 1e-7 + 9e-7 * b,
        Ibias: 1e-6 + 9.9e-5 * c,
        corner: ["tt", "ss", "ff"][at % 3] ?? "tt",
      },
      score,
      lower_bound: kind === "out-of-spec-verified" ? null : score - 0.1,
      upper_bound: kind === "out-of-spec-verified" ? null : score + 0.1,
      class: kind,
      simulation_id: null,
    };
  });
}

/** On the emulator of `job_id`. */
export function makeOutOfSpec(job_id: number, fields: Partial<OutOfSpec> = {}): OutOfSpec {
  const { maxima, emulator } = makeOptimization(job_id);
  const [best] = maxima;
  if (best === undefined) throw new Error("There is no design.");
  const region = (at: number, more: Partial<FailingRegion>): FailingRegion => ({
    volume: share(0.1 / (at + 1)),
    probability: share(0.1 / (at + 1)),
    bounds: [],
    density: 0.4,
    core: null,
    worst: { ...(maxima[at] ?? best), score: -0.8 + 0.2 * at, in_spec: false, upper_bound: -0.4 },
    confirmed: 12 - 4 * at,
    refuted: at,
    ...more,
  });
  return {
    is_simulated: false,
    is_verified: true,
    evaluations: 45_601,
    simulations: 60,
    is_distributed: false,
    stop_reason: "evaluation limit",
    shares: {
      predicted: share(0.152),
      surely: share(0.11),
      possibly: share(0.21),
      probability: share(0.152),
      unrated: share(0),
    },
    regions: [
      region(0, {
        bounds: [bound("W1", null, 2.1783e-5), corners("ss")],
        core: {
          bounds: [bound("W1", null, 1.3e-5), bound("Ibias", 4e-5, null)],
          density: 0.93,
          coverage: 0.61,
        },
      }),
      region(1, { bounds: [bound("W1", 4.8e-5, null), bound("L1", 1.2e-7, 4.4e-7)], density: 0.97 }),
      region(2, { bounds: [bound("Ibias", null, 4.2e-6)], density: 0.5 }),
    ],
    points: makePoints(600),
    false_alarms: {
      confirmed: 24,
      false_alarms: 3,
      misses: 2,
      confirmed_in_spec: 30,
      false_alarm_share: { value: 0.111, lower: 0.0385, upper: 0.281 },
      miss_share: { value: 0.0625, lower: 0.0173, upper: 0.2015 },
      without_score: 1,
    },
    emulator,
    ...fields,
  };
}
