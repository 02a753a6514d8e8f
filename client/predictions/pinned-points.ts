import type { InputPoint, OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { NamedPoint } from "@understudy/shared/api/job-points.ts";
import { MAX_PINNED_POINTS } from "@understudy/shared/limits.ts";
import { useMemo } from "react";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { plotPoints } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { mapColumns } from "./curves.ts";
import { completePoint } from "./parameters.ts";
import { createSamplePoints, resample } from "./sample-points.ts";
import { requestSweep, type SweepAnswer } from "./sweep-request.ts";
import type { Choices } from "./use-choices.ts";
import { usePoints } from "./use-points.ts";
import { overSpacing, type ShownColumns } from "./use-shown.ts";
import { useWhenReady } from "./use-when-ready.ts";

/** A point whose predictions are drawn over those of the sliders. */
export type PinnedPoint = {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  /** Every parameter has a value. */
  readonly values: InputPoint;
  /** Null until they are known. */
  readonly outputs: Readonly<Record<string, OutputPrediction>> | null;
  /** The scalar plot's curve, all other inputs as at the point; null until it is known, and without such a plot. */
  readonly sweep: SweepAnswer | null;
};

/** The points that an address pins, at most `MAX_PINNED_POINTS`, in the order in which they were pinned. */
export const findPinned = (points: readonly NamedPoint[], pins: readonly string[]): NamedPoint[] =>
  pins.flatMap((pin) => points.find(({ id }) => String(id) === pin) ?? []).slice(0, MAX_PINNED_POINTS);

/** The colours of the emulator's own curve and of the compared row come first in the palette. */
const FIRST_PIN_COLOR = 2;

type PinnedRequest = { jobId: number; config: JobConfig; shown: ShownColumns; choices: Choices };

/** The pinned points with their predictions, which are asked again only when the points or what is shown change. */
export function usePinnedPoints(
  { jobId, config, shown, choices }: PinnedRequest,
  width: number,
): readonly PinnedPoint[] {
  const palette = usePalette();
  const version = useEmulatorVersion(jobId);
  const points = usePoints(jobId);
  const { scalars, curves, scalar, over, parameters } = shown;
  const pinned = findPinned(points, choices.pins).map((point) => ({
    ...point,
    values: completePoint(new Map(Object.entries(point.values)), parameters),
  }));
  const inputs_list = pinned.map(({ values }) => values);
  const outputs = [...scalars, ...curves].map(({ name }) => name);
  const { coordinates, samples } = createSamplePoints(
    config,
    curves,
    plotPoints(width),
    choices.xScale,
    (output) => mapColumns(output, choices) !== null,
  );
  const key =
    pinned.length === 0 || width === 0 ? null : JSON.stringify([version, inputs_list, outputs, coordinates]);
  const { answer } = useWhenReady(key, async (signal) => {
    const body = { inputs_list, outputs, coordinates: { ...coordinates } };
    return { ...(await call("predict", { params: { job_id: jobId }, body, signal })), key };
  });
  const sweep =
    scalar === undefined || over === undefined
      ? null
      : { output: scalar.name, parameter: over, spacing: overSpacing(over, choices) };
  const sweepKey =
    pinned.length === 0 || sweep === null ? null : JSON.stringify([version, inputs_list, sweep]);
  const { answer: sweeps } = useWhenReady(sweepKey, async (signal) => {
    const requests = inputs_list.map(
      (point) => sweep && requestSweep(jobId, point, sweep, (name, value) => ({ [name]: value }), signal),
    );
    const list = await Promise.all(requests);
    return { status: list.includes(null) ? ("loading" as const) : ("ready" as const), list, key: sweepKey };
  });
  // An answer to an earlier question belongs to other points.
  const predictions = answer?.key === key ? answer.outputs_list : null;
  const curvesOver = sweeps?.key === sweepKey ? sweeps.list : null;
  const names = JSON.stringify(pinned.map(({ id, name }) => [id, name]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys stand for everything that they are made of
  return useMemo(
    () =>
      pinned.map(({ id, name, values }, at) => {
        const prediction = predictions?.[at];
        return {
          id,
          name,
          values,
          color: palette.series[FIRST_PIN_COLOR + at] ?? palette.ink,
          outputs: prediction === undefined ? null : resample(prediction, samples),
          sweep: curvesOver?.[at] ?? null,
        };
      }),
    [key, sweepKey, names, palette, predictions, curvesOver],
  );
}
