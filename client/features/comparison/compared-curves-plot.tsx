import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { MAX_COMPARED_JOBS } from "@understudy/shared/limits.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { type ComparedCurves, comparedCurvesChart } from "#plots/figures/compared-curves.ts";
import { usePalette } from "#plots/use-palette.ts";
import { createDrawnAxis, placesOnAxis } from "#predictions/curves.ts";
import type { ComparedStore } from "./compared-store.ts";
import type { Emulator } from "./use-compared-job.ts";

/** Never an id of a job. */
const NO_JOB_ID = 0;

/** The answers of the emulators in their order: as many hooks as there can be jobs. */
function useAnswers(store: ComparedStore, emulators: readonly Emulator[]) {
  const places = Array.from({ length: MAX_COMPARED_JOBS }, (_, at) => emulators[at]?.column.id ?? NO_JOB_ID);
  // biome-ignore lint/correctness/useHookAtTopLevel: the number of places is a constant
  return places.map((id) => store.useAnswer(id));
}

type Props = { emulators: readonly Emulator[]; output: OutputDefinition; store: ComparedStore };

/** A vector output at the point, as every emulator predicts it. */
export function ComparedCurvesPlot({ emulators, output, store }: Props) {
  const { series, ink } = usePalette();
  const answers = useAnswers(store, emulators);
  const { text: unit, multiplier } = shownUnit(output);
  const axes = emulators.map(({ config }) =>
    createDrawnAxis(config, config.outputs.find(({ name }) => name === output.name) ?? output),
  );
  const axis = axes[0];
  const curves = emulators.flatMap(({ column }, at): ComparedCurves["curves"] => {
    const prediction = answers[at]?.outputs[output.name];
    if (prediction?.coordinate_values == null) return [];
    const over = axes[at];
    const { coordinate_values: values } = prediction;
    const shown = (values: readonly number[]) => values.map((value) => value / multiplier);
    const predicted = {
      x: over === undefined ? values : placesOnAxis(over, values),
      values: shown(prediction.values),
      lower: shown(prediction.lower_bounds),
      upper: shown(prediction.upper_bounds),
    };
    return [{ job: `${column.name} (${column.id})`, color: series[column.place] ?? ink, predicted }];
  });
  const chart = comparedCurvesChart({
    name: displayName(output),
    unit,
    coordinate: axis?.label ?? "",
    coordinateUnit: axis?.unit ?? "",
    spacing: axis?.spacing ?? "linear",
    curves,
  });
  return (
    <>
      <Legend items={curves.map(({ job, color }) => ({ label: job, color, kind: "line" }))} />
      <ChartPlot
        chart={chart}
        label={`${displayName(output)} as predicted by each job`}
        height={340}
        isWaiting={curves.length === 0}
      />
    </>
  );
}
