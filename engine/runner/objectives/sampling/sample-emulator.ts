/** Sampling on an emulator: drives the chain, reports its statistics, and keeps it and its state on disk. */
import { readFile } from "node:fs/promises";
import { UserError } from "@understudy/shared/user-error.ts";
import { createAxes } from "../../../designs/axes.ts";
import type { Emulator } from "../../../models/emulator.ts";
import { restoreEmulator } from "../../../models/ensemble/restore.ts";
import { compileGoals } from "../../../specs/job-goals.ts";
import { outputGrids } from "../../../specs/output-grids.ts";
import { isFeasible } from "../../../tasks/optimization/emulator/emulator-space.ts";
import { describeDesign } from "../../../tasks/optimization/emulator/optimize.ts";
import type { Diagnostics } from "../../../tasks/sampling/diagnostics.ts";
import { createEmulatorDensity, type EmulatorDensity } from "../../../tasks/sampling/emulator-density.ts";
import { sampleOnEmulator } from "../../../tasks/sampling/emulator-sampling.ts";
import { drawPoints, outputBands } from "../../../tasks/sampling/predictive.ts";
import type { SamplingEnd } from "../../../tasks/sampling/sampling-run.ts";
import { finishTask } from "../../child/finish-task.ts";
import { recordedDesign } from "../../child/recorded-design.ts";
import { createProgress, report } from "../../child/report.ts";
import type { EmulatorSamplingWork } from "../../contract/sampling-ports.ts";
import type { RecordedDesign } from "../../contract/search-ports.ts";
import { type ChainOfRun, openChainOfRun } from "./chain-of-run.ts";
import { sampledSoFar } from "./sampled.ts";
import { noDensity, noFeasibleDensity, samplingText, scanText, withoutEffect } from "./sampling-text.ts";
import { scanOnEmulator, valuesPerDesign } from "./scan.ts";

/** Reports are at least `ms` apart, and the chain has grown by the factor `growth` between them. */
const REPORT_INTERVAL = { ms: 1_000, growth: 1.1 };
/** The number of designs whose outputs are predicted in each report and at the end; the latter are recorded. */
const DRAW_COUNTS = { live: 200, recorded: 500 };

/** @throws UserError where there is no density to sample */
export async function sampleEmulator(work: EmulatorSamplingWork): Promise<void> {
  const showProgress = createProgress();
  showProgress(0, "Loading the emulator");
  const emulator = restoreEmulator(await readFile(work.emulator));
  const { goals, hasSpec } = compileGoals(work.model, work.score, []);
  const density = createEmulatorDensity(emulator, work.variables, goals, outputGrids(work.model), {
    isUncertain: work.includesUncertainty,
    isInSpecOnly: work.isInSpecOnly && hasSpec,
    relation: work.relation,
  });
  const { space } = density.objective;
  const { axes, initialPoint, follower } = space;
  if (axes.length === 0)
    throw new UserError("None of the varied variables changes the score: there is nothing to sample.");
  const options = {
    seed: work.seed,
    walkers: work.walkers,
    stretchProbability: work.stretchProbability,
    maxEvaluations: work.maximum,
    stopsAtConvergence: !work.isExtended,
    start: work.warmStart && isFeasible(space, initialPoint) ? initialPoint : null,
    follower: follower && { axis: follower.axis, value: space.followerValue },
  };
  const chain = await openChainOfRun(work.workDir, axes, options, () =>
    scanOnEmulator(
      {
        axes,
        scores: (points) => Float64Array.from(density.scores(points), (score) => score ?? Number.NaN),
        valuesPerDesign: valuesPerDesign(emulator),
        isUncertain: work.includesUncertainty,
        seed: work.seed,
      },
      (share) => showProgress(0, scanText(share)),
    ),
  );
  const sampling = { work, emulator, density, chain, hasSpec };
  await sample(sampling, showProgress);
  await reportEnd(sampling);
}

interface Sampling {
  work: EmulatorSamplingWork;
  emulator: Emulator;
  density: EmulatorDensity;
  chain: ChainOfRun;
  hasSpec: boolean;
}

async function sample(sampling: Sampling, showProgress: ReturnType<typeof createProgress>): Promise<void> {
  const { work, density, chain, hasSpec } = sampling;
  const { run } = chain;
  let reportedAt = performance.now();
  let reportedSteps = 0;
  const task = sampleOnEmulator({
    run,
    scores: density.scores,
    onLost: () => {
      throw new UserError(
        density.objective.space.follower === null
          ? noDensity(run.evaluations, work.isInSpecOnly && hasSpec)
          : noFeasibleDensity(run.evaluations),
      );
    },
    clock: () => performance.now(),
  });
  await finishTask(task, {
    show: ({ evaluations }) =>
      showProgress((evaluations / work.maximum) * 100, samplingText(run, work.maximum)),
    keep: chain.save,
    follow: async () => {
      await chain.flush();
      const isDue = performance.now() - reportedAt >= REPORT_INTERVAL.ms;
      if (!isDue || run.history.steps <= REPORT_INTERVAL.growth * reportedSteps) return;
      await reportSoFar(sampling, run.diagnose(), DRAW_COUNTS.live, null);
      reportedAt = performance.now();
      reportedSteps = run.history.steps;
    },
  });
}

const describedPoints = ({ emulator, density, chain: { run } }: Sampling, from: number, count: number) =>
  drawPoints(run.axes, run.history, from, count).map(({ point }) =>
    describeDesign(emulator, density.objective, point),
  );

type End = { stopReason: SamplingEnd; recorded: RecordedDesign[] };

function reportSoFar(
  sampling: Sampling,
  diagnostics: Diagnostics,
  draws: number,
  end: End | null,
): Promise<void> {
  const { work, chain, hasSpec } = sampling;
  const { run } = chain;
  const outputs = describedPoints(sampling, diagnostics.burnIn, draws).map((design) => design.outputs);
  return report({
    type: "sampled",
    sampled: sampledSoFar({
      run,
      diagnostics,
      model: work.model,
      outputs: outputBands(outputs, work.seed),
      // With the emulator's uncertainty in it the density is not the score.
      isScoreWithSpec: hasSpec && !work.includesUncertainty,
      withoutEffect: withoutEffect(createAxes(work.variables), run.recorded),
      stopReason: end?.stopReason ?? null,
      recorded: end?.recorded ?? [],
    }),
  });
}

/** Records designs of the chain as simulations: those of an extended chain come from its new part. */
async function reportEnd(sampling: Sampling): Promise<void> {
  const { work, chain, hasSpec } = sampling;
  const { run, recordings } = chain;
  const diagnostics = run.diagnose();
  // A sampling that is restarted after its end gives the same designs the same places.
  const earlierRecording = recordings.findLast(({ steps }) => steps < diagnostics.steps);
  const first = earlierRecording === undefined ? 0 : earlierRecording.first + earlierRecording.count;
  const from = Math.max(diagnostics.burnIn, earlierRecording?.steps ?? 0);
  const recorded = describedPoints(sampling, from, Math.min(DRAW_COUNTS.recorded, work.maximum)).map(
    (design, at) => recordedDesign(design, first + at, hasSpec),
  );
  if (recordings.at(-1)?.steps !== diagnostics.steps)
    recordings.push({ steps: diagnostics.steps, first, count: recorded.length });
  await chain.save();
  const stopReason = run.stopReason ?? "evaluation limit";
  await reportSoFar(sampling, diagnostics, DRAW_COUNTS.recorded, { stopReason, recorded });
}
