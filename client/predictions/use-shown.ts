import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { CurveBand } from "@understudy/shared/domain/curve-band.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { useEffect, useMemo } from "react";
import { plotPoints } from "#plots/model/ranges.ts";
import { emulatedOutputs, mapColumns } from "./curves.ts";
import type { EmulatorStore, View } from "./emulator-store.ts";
import { useMostInfluential } from "./most-influential.ts";
import { findTrust } from "./output-scale.ts";
import { createParameters, type Parameter } from "./parameters.ts";
import { createSamplePoints } from "./sample-points.ts";
import { type Choices, findChosen } from "./use-choices.ts";

/** More curves than this are not compared by eye, and would have to be answered for every slider's move. */
export const MAX_CURVES = 4;

/** The outputs and parameters of a job, and which of them are shown. */
export type ShownColumns = {
  readonly scalars: readonly OutputDefinition[];
  readonly vectors: readonly OutputDefinition[];
  readonly parameters: readonly Parameter[];
  /** The vector outputs that are drawn. */
  readonly curves: readonly OutputDefinition[];
  /** The scalar plot's output and parameter, where there are any; the parameter may still be looked for. */
  readonly scalar: OutputDefinition | undefined;
  readonly over: Parameter | undefined;
};

/** The chosen spacing, where the parameter has numbers above 0 only. */
export const overSpacing = (over: Parameter, { overScale }: Choices): "linear" | "log" =>
  over.kind === "slider" && over.min > 0 ? (overScale ?? "linear") : "linear";

export function useShown(jobId: number, config: JobConfig, choices: Choices): ShownColumns {
  const { scalars, vectors } = useMemo(() => emulatedOutputs(config), [config]);
  const parameters = useMemo(() => createParameters(config), [config]);
  const [scalar] = findChosen(scalars, choices.scalar === null ? [] : [choices.scalar]);
  const chosen = parameters.find(({ name }) => name === choices.over);
  const usual = useMostInfluential(jobId, parameters, chosen === undefined ? scalar : undefined);
  const over = chosen ?? usual;
  const curves = findChosen(vectors, choices.vectors).slice(0, MAX_CURVES);
  return { scalars, vectors, parameters, curves, scalar, over };
}

/** The outputs that are drawn have a joint band: emulators from before it was measured have none. */
export const hasJointBand = (report: EmulatorReport | null, curves: readonly OutputDefinition[]): boolean =>
  curves.length > 0 && curves.every(({ name }) => (findTrust(report, name)?.joint_band ?? null) !== null);

const chosenBand = (
  report: EmulatorReport | null,
  curves: readonly OutputDefinition[],
  { band }: Choices,
): CurveBand => (hasJointBand(report, curves) ? band : "pointwise");

/**
 * Requests what is shown, at the resolution of the plots.
 * @param width of the plots, in pixels; 0: not known yet
 */
export function useRequests(
  store: EmulatorStore,
  config: JobConfig,
  shown: ShownColumns,
  choices: Choices,
  report: EmulatorReport | null,
  width: number,
): void {
  const { scalars, curves, scalar, over } = shown;
  const points = plotPoints(width);
  const isMap = (output: OutputDefinition) => mapColumns(output, choices) !== null;
  // A row that is drawn as a map is wanted with all of its values.
  const rowPoints = curves.some(isMap) ? null : points;
  const view: View = {
    band: chosenBand(report, curves, choices),
    outputs: [...scalars, ...curves].map(({ name }) => name),
    ...createSamplePoints(config, curves, points, choices.xScale, isMap),
    sweep:
      scalar === undefined || over === undefined
        ? null
        : { output: scalar.name, parameter: over, spacing: overSpacing(over, choices) },
  };
  // As text, so that a colleague's change of a unit does not ask everything again.
  const viewText = JSON.stringify(view);
  useEffect(() => {
    if (width > 0) store.show(JSON.parse(viewText), rowPoints);
  }, [store, viewText, width, rowPoints]);
}
