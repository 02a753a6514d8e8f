/** Reports a sampling: numbers that do not exist become null, and every part has a bounded size. */

import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { outputGrids } from "../../../specs/output-grids.ts";
import { finite } from "../../../tasks/in-spec.ts";
import type { Diagnostics } from "../../../tasks/sampling/diagnostics.ts";
import type { OutputBand } from "../../../tasks/sampling/predictive.ts";
import { MIN_MODE_SHARE, type SamplingEnd, type SamplingRun } from "../../../tasks/sampling/sampling-run.ts";
import { summarise } from "../../../tasks/sampling/summary.ts";
import type { Sampled } from "../../contract/sampling-ports.ts";
import type { RecordedDesign } from "../../contract/search-ports.ts";

/**
 * A walker is stuck whose acceptance is below both limits. Where the median acceptance is below the first, the first
 * alone counts.
 */
const STUCK_LIMITS = { acceptance: 0.02, ofMedian: 0.1 };
/** A shorter chain shows nothing. */
const MIN_STEPS = 4;
/** A plot draws at most this many points of a curve. */
const MAX_CURVE_POINTS = 400;

export interface ToReport {
  run: SamplingRun;
  diagnostics: Diagnostics;
  model: SpecModel;
  outputs: readonly OutputBand[];
  /** The log density is the score, and a score of 0 or more means that a design is in spec. */
  isScoreWithSpec: boolean;
  withoutEffect: string[];
  stopReason: SamplingEnd | null;
  recorded: RecordedDesign[];
}

export function sampledSoFar({
  run,
  diagnostics,
  model,
  outputs,
  isScoreWithSpec,
  withoutEffect,
  stopReason,
  recorded,
}: ToReport): Sampled {
  const { history, recorded: axes } = run;
  const acceptance = run.acceptance.toSorted();
  const isKnown = diagnostics.steps >= MIN_STEPS;
  const { parameters, pairs, traces } = isKnown
    ? summarise(axes, history, diagnostics)
    : { parameters: [], pairs: [], traces: { steps: [], walkers: [] } };
  return {
    evaluations: run.evaluations,
    unscored: run.unscored,
    screened_out: run.screenedOut,
    walkers: history.walkers,
    steps: diagnostics.steps,
    burn_in: diagnostics.burnIn,
    acceptance: acceptance.reduce((sum, share) => sum + share / acceptance.length, 0),
    stuck_walkers: countStuck(acceptance),
    share_in_spec: isScoreWithSpec && isKnown ? shareInSpec(run, diagnostics.burnIn) : null,
    stop_reason: stopReason,
    scanned: run.scanned,
    modes: run.modes
      .filter(({ mode, share }) => Math.max(mode.share, share) >= MIN_MODE_SHARE)
      .map(({ mode, share }) => ({
        scan_share: mode.share,
        share: isKnown ? share : null,
        values: run.valuesAt(mode.place),
      })),
    without_effect: withoutEffect,
    parameters: parameters.map(({ time, r_hat, effective, ...rest }) => ({
      ...rest,
      time: finite(time),
      r_hat: finite(r_hat),
      effective: finite(effective),
    })),
    pairs,
    times: run.looks.map(({ steps, times }) => ({ steps, times: times.map(finite) })),
    traces,
    outputs: outputs.map((output) => shownOutput(output, model)),
    recorded,
  };
}

/** The share of the samples after the burn-in, 0 to 1, that are in spec. The chain holds their log density after the parameters. */
export function shareInSpec(
  { history, recorded: axes }: Pick<SamplingRun, "history" | "recorded">,
  burnIn: number,
): number {
  const { values } = history.series(axes.length, burnIn);
  return values.reduce((count, score) => count + (score >= 0 ? 1 : 0), 0) / Math.max(1, values.length);
}

/** Counts the walkers that hardly move. @param acceptance the acceptance of each walker, ascending */
export function countStuck(acceptance: Float64Array): number {
  const median = acceptance[acceptance.length >> 1] ?? 0;
  const bound = median < STUCK_LIMITS.acceptance ? STUCK_LIMITS.acceptance : STUCK_LIMITS.ofMedian * median;
  return acceptance.filter((share) => share < STUCK_LIMITS.acceptance && share < bound).length;
}

function shownOutput({ name, isCurve, bands }: OutputBand, model: SpecModel): Sampled["outputs"][number] {
  if (!isCurve) return { name, coordinate: null, bands };
  const grid = outputGrids(model)[name];
  const size = bands[0]?.length ?? 0;
  const step = Math.max(1, Math.ceil(size / MAX_CURVE_POINTS));
  const places = Array.from({ length: Math.ceil(size / step) }, (_, at) => at * step);
  return {
    name,
    coordinate: {
      name: model.outputs.find((output) => output.name === name)?.coordinate ?? null,
      values: places.map((at) => grid?.[at] ?? at),
    },
    bands: bands.map((band) => band.filter((_, at) => at % step === 0)),
  };
}
