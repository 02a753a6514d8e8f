/** An optimization of an amplifier on an emulator, and what it has found. */
import type { JobRecord } from "@understudy/server/models/job.ts";
import type { Platform } from "@understudy/server/platform/platform.ts";
import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import { MANIFEST, storeRunJob } from "../specs/simulations.ts";
import { makeCorner, makeScalar } from "../specs/spec-jobs.ts";

const labels = (name: string, unit: string) => ({ name, verbose_name: name, help_text: "", unit });
const scalar = (name: string, unit: string) =>
  ({
    ...labels(name, unit),
    type: "Scalar",
    coordinate: null,
    source: { format: "json", file: "outputs.json", key: name, coordinate_key: null },
  }) as const;

export const AMPLIFIER_MANIFEST: SpecManifest = {
  ...MANIFEST,
  verbose_name: "An amplifier",
  variables: [
    makeScalar("W1", { unit: "m", default_min: 1e-6, default_max: 6e-5, default_val: 2e-5 }),
    makeScalar("L1", { unit: "m", default_min: 1e-7, default_max: 1e-6, default_val: 2e-7 }),
    makeScalar("Ibias", { unit: "A", default_min: 1e-6, default_max: 1e-4, default_val: 2e-5 }),
    makeCorner("corner"),
  ],
  outputs: [scalar("gain", "dB"), scalar("power", "W"), scalar("bandwidth", "Hz")],
};

export const makeDesign = (at: number, fields: Partial<PredictedDesign> = {}): PredictedDesign => ({
  inputs: {
    W1: 6e-5 - at * 9e-6,
    L1: 1.8e-7 + at * 6e-8,
    Ibias: 2.2e-5 + ((at * 7) % 5) * 9e-6,
    corner: at % 2 === 0 ? "tt" : "ss",
  },
  outputs: {
    gain: { mean: 62.4 - at * 1.7, lower: 61.2 - at * 1.9, upper: 63.6 - at * 1.5 },
    power: { mean: 1.21e-3 - at * 6e-5, lower: 1.15e-3 - at * 6e-5, upper: 1.27e-3 - at * 6e-5 },
    bandwidth: { mean: 4.1e6 + at * 3e5, lower: 3.8e6 + at * 3e5, upper: 4.4e6 + at * 3e5 },
  },
  score: 0.412 - at * 0.11,
  lower_bound: 0.18 - at * 0.1,
  upper_bound: 0.64 - at * 0.1,
  in_spec: 0.412 - at * 0.11 >= 0,
  violation: 0,
  at_limits: [],
  outside: [],
  is_far: false,
  simulation_id: null,
  is_simulated: false,
  ...fields,
});

const SEARCH_PATH: Optimization["path"] = Array.from({ length: 40 }, (_, at) => ({
  evaluations: Math.round(1.22 ** at * 8),
  score: 0.412 - 1.6 * Math.exp(-at / 7),
  violation: at < 6 ? 0.6 - at * 0.1 : 0,
}));

/** Makes the final result of an optimization on the emulator of `job_id`. */
export const makeOptimization = (job_id: number, fields: Partial<Optimization> = {}): Optimization => ({
  is_simulated: false,
  evaluations: 21_408,
  other_evaluations: 1_216,
  path: SEARCH_PATH,
  stop_reason: "converged",
  maxima: [
    makeDesign(0, { at_limits: [{ name: "W1", element: null, limit: "upper" }] }),
    makeDesign(1),
    makeDesign(2, { is_far: true }),
    makeDesign(3, { outside: ["Ibias"] }),
    makeDesign(4),
    makeDesign(5),
  ],
  robust: makeDesign(1, { lower_bound: 0.26, score: 0.33 }),
  importance: [
    { name: "W1", element: null, below: { score: 0.2, violation: 0 }, above: null, other: null },
    {
      name: "L1",
      element: null,
      below: { score: 0.39, violation: 0 },
      above: { score: 0.35, violation: 0 },
      other: null,
    },
    {
      name: "Ibias",
      element: null,
      below: { score: 0.41, violation: 0 },
      above: { score: 0.43, violation: 0.2 },
      other: null,
    },
    { name: "corner", element: null, below: null, above: null, other: { score: 0.31, violation: 0 } },
  ],
  goals: ["Maximise gain", "Minimise power"],
  front: Array.from({ length: 30 }, (_, at) => ({
    inputs: { ...makeDesign(at % 6).inputs, W1: 6e-5 - at * 1.6e-6 },
    goals: [0.4 - at * 0.018 - 0.002 * (at % 3), -1.3e-3 + Math.sqrt(at) * 1.2e-4],
    violation: at > 25 ? 0.1 : 0,
  })),
  emulator: { job_id, name: "Trained amplifier", is_current: true },
  ...fields,
});

const between = (lbound: number, ubound: number, initval: number): JobVariable => ({
  type: "Scalar",
  lbound,
  ubound,
  initval,
  fixed: false,
  is_integer: false,
});
const VARIED_VARIABLES: Readonly<Record<string, JobVariable>> = {
  W1: between(1e-6, 6e-5, 2e-5),
  L1: between(1e-7, 1e-6, 2e-7),
  Ibias: between(1e-6, 1e-4, 2e-5),
  corner: { type: "MultiSelect", options: ["tt", "ss", "ff"], initval: "tt", fixed: false },
};

/** A job whose results the page reads elsewhere; `EMULATOR_JOB` is the one whose emulator it ran on. */
export const EMULATOR_JOB = 77;
export const storeOptimization = (platform: Platform, fields: Partial<JobRecord>): Promise<JobRecord> =>
  storeRunJob(
    platform,
    { variables: VARIED_VARIABLES, emulator_job_id: EMULATOR_JOB },
    { name: "Best amplifier", objective: "Optimization", status: "Complete", ...fields },
    AMPLIFIER_MANIFEST,
  );
