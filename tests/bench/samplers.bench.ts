/**
 * Effective samples a second on an emulator of 6 inputs (engine.md, section 5): ours on our emulator, and emcee on scikit-learn's
 * Gaussian process of the same rows, with the same density and number of walkers. Both chains are judged by the same estimate of the
 * autocorrelation time, that of the slowest input.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import type { Emulator } from "../../engine/models/emulator.ts";
import { autocorrelationTime } from "../../engine/tasks/sampling/autocorrelation.ts";
import { createEmulatorDensity } from "../../engine/tasks/sampling/emulator-density.ts";
import { SamplingRun } from "../../engine/tasks/sampling/sampling-run.ts";
import { bench, type Row } from "./bench.ts";
import { makeVariables } from "./data/emulator-jobs.ts";
import { findSet, type Split } from "./data/sets.ts";
import { options } from "./options.ts";
import { trainOn } from "./ours.ts";
import { readVersion, runPeer, writeSplit } from "./peers.ts";
import { median } from "./spread.ts";

const SET_NAMES = options.only ?? ["engineering1", "cardiac6"];
const WALKER_COUNT = 32;
const STEP_COUNTS = { ours: 20_000, emcee: 10_000 };
const BURN_IN = 0.25;
/** The width of the density about the middle of the output, in its standard deviations. */
const DENSITY_WIDTH = 0.2;

type Sampled = { seconds: number; acceptance: number; chain: Float64Array[]; steps: number };
type Target = { target: number; tolerance: number };

function makeTarget({ training }: Split): Target {
  const values = training.outputs[0]?.values ?? new Float64Array(1);
  const mean = values.reduce((sum, value) => sum + value / values.length, 0);
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2 / values.length, 0);
  return { target: median([...values]), tolerance: DENSITY_WIDTH * Math.sqrt(variance) };
}

function ours(
  split: Split,
  emulator: Emulator,
  { target, tolerance }: Target,
  stretchProbability: number,
): Sampled {
  const name = split.training.outputs[0]?.name ?? "";
  const goals = {
    score: (_: object, outputs: Readonly<Record<string, unknown>>) =>
      -0.5 * ((Number(outputs[name]) - target) / tolerance) ** 2,
  };
  const started = performance.now();
  const density = createEmulatorDensity(
    emulator,
    makeVariables(emulator),
    goals,
    {},
    { isUncertain: false, isInSpecOnly: false },
  );
  const { axes } = density.objective.space;
  const chain = axes.map(() => new Float64Array(STEP_COUNTS.ours * WALKER_COUNT));
  let step = 0;
  const run = new SamplingRun(axes, {
    seed: 1,
    walkers: WALKER_COUNT,
    stretchProbability,
    maxEvaluations: Number.POSITIVE_INFINITY,
    stopsAtConvergence: false,
    start: null,
    scan: null,
    onStep: (rows) => {
      if (step < STEP_COUNTS.ours)
        chain.forEach((values, a) => {
          for (let walker = 0; walker < WALKER_COUNT; walker++)
            values[step * WALKER_COUNT + walker] = rows[walker * (axes.length + 1) + a] ?? Number.NaN;
        });
      step++;
    },
  });
  while (step < STEP_COUNTS.ours) {
    const proposals = run.ask();
    const scores = density.scores(proposals.map(({ point }) => point));
    run.tell(proposals.map((proposal, at) => ({ proposal, score: scores[at] ?? null })));
  }
  const seconds = (performance.now() - started) / 1_000;
  const acceptance = run.acceptance.reduce((sum, share) => sum + share / WALKER_COUNT, 0);
  return { seconds, acceptance, chain, steps: STEP_COUNTS.ours };
}

const peerCostSchema = z.object({ seconds: z.number(), acceptance: z.number() });

function emcee(split: Split, { target, tolerance }: Target): Sampled {
  const folder = mkdtempSync(join(tmpdir(), "understudy-peer-"));
  try {
    const outputs = split.unseen.outputs.slice(0, 1);
    writeSplit(folder, split, outputs);
    const args = [folder, WALKER_COUNT, STEP_COUNTS.emcee, target, tolerance].map(String);
    const cost = runPeer("emcee_sampler.py", args, peerCostSchema);
    const bytes = readFileSync(join(folder, "chain"));
    const values = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const width = values.length / (STEP_COUNTS.emcee * WALKER_COUNT);
    const chain = Array.from({ length: width }, (_, a) =>
      Float64Array.from(
        { length: STEP_COUNTS.emcee * WALKER_COUNT },
        (__, row) => values[row * width + a] ?? Number.NaN,
      ),
    );
    return { ...cost, chain, steps: STEP_COUNTS.emcee };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function judged({ seconds, acceptance, chain, steps }: Sampled) {
  const from = Math.ceil(BURN_IN * steps);
  const time = Math.max(
    ...chain.map((values) =>
      autocorrelationTime({
        values: values.subarray(from * WALKER_COUNT),
        steps: steps - from,
        walkers: WALKER_COUNT,
      }),
    ),
  );
  const effective = ((steps - from) * WALKER_COUNT) / time;
  // Without those that are discarded: a longer chain has as many of them.
  const perSecond = effective / (seconds * (1 - BURN_IN));
  return { seconds, acceptance, time, perSecond, evaluationsPerSecond: (steps * WALKER_COUNT) / seconds };
}

bench("Effective samples a second, 32 walkers", async (): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const name of SET_NAMES) {
    const split = await findSet(name)?.split(1);
    if (split === undefined) continue;
    const target = makeTarget(split);
    const row = (method: string, sampled: Sampled) => {
      const { acceptance, time, perSecond, evaluationsPerSecond } = judged(sampled);
      rows.push({
        set: name,
        sampler: method,
        acceptance,
        "autocorrelation time": time,
        "evaluations / s": evaluationsPerSecond,
        "effective samples / s": perSecond,
      });
    };
    const { emulator } = await trainOn(split);
    row("ours", ours(split, emulator, target, 0.5));
    row("ours, stretches alone", ours(split, emulator, target, 1));
    const version = readVersion("emcee");
    if (version === null) console.log("python3-emcee is not installed: left out.");
    else row(`emcee ${version}`, emcee(split, target));
  }
  return rows;
});
