import { Text, Title } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { useMemo } from "react";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { accuracyLegend, Legend } from "#plots/chart/legend.tsx";
import { curveAccuracyChart } from "#plots/figures/accuracy.ts";
import { withRegions } from "#plots/figures/region-effect.ts";
import { createSpan } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { createAxis, mapColumns } from "#predictions/curves.ts";
import classes from "#predictions/emulator.module.css";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import { isLogarithmic } from "#predictions/output-scale.ts";
import type { Choices } from "#predictions/use-choices.ts";
import { measuresAt, useOutputPoints } from "#predictions/use-output-points.ts";
import { Card } from "#ui/cards/card.tsx";
import { MapMeasures } from "./map-measures.tsx";
import { regionEffect, regionEffectText } from "./region-effect.ts";
import { type TrainedRegions, useTrainedRegions } from "./use-trained-regions.ts";

const CURVE_HEIGHT_PX = 280;
const MAP_HEIGHT_PX = 320;

type Props = {
  job: Pick<Job, "id" | "source_job_id">;
  config: JobConfig;
  report: EmulatorReport | null;
  outputs: readonly OutputDefinition[];
  choices: Choices;
  store: EmulatorStore;
};

/** The accuracy of the vector outputs that are shown, along a curve's coordinate and over a map's pixels, with the spread of these. */
export function CurveAccuracy({ job, config, report, outputs, choices, store }: Props) {
  // Focus regions lie on the coordinate that the vector outputs share.
  const focused = outputs.filter(({ coordinate_name }) => coordinate_name === config.coordinate_name);
  const trained = useTrainedRegions(
    job,
    focused.map(({ name }) => name),
  );
  return (
    <Card name="curve-accuracy" title="Prediction accuracy of each point">
      <div className={classes.pair}>
        {outputs.map((output) => {
          const columns = mapColumns(output, choices);
          return (
            <section key={output.name} aria-label={`Prediction accuracy of ${displayName(output)}`}>
              <Title order={3}>{displayName(output)}</Title>
              {columns === null ? (
                <AlongCurve
                  jobId={job.id}
                  config={config}
                  isOverDecades={isLogarithmic(report, output.name, null)}
                  output={output}
                  store={store}
                  trained={focused.includes(output) ? trained : null}
                />
              ) : (
                <MapMeasures
                  jobId={job.id}
                  output={output}
                  columns={columns}
                  store={store}
                  height={MAP_HEIGHT_PX}
                />
              )}
            </section>
          );
        })}
      </div>
    </Card>
  );
}

type OutputProps = {
  jobId: number;
  config: JobConfig;
  output: OutputDefinition;
  store: EmulatorStore;
  /** Its accuracy is drawn on the log scale too. */
  isOverDecades: boolean;
  /** Null: it has no focus regions, or these are not known yet. */
  trained: TrainedRegions | null;
};

/** The accuracy of a vector output along its coordinate, and what its focus regions do for it. */
function AlongCurve({ jobId, config, output, store, isOverDecades, trained }: OutputProps) {
  const palette = usePalette();
  const accuracy = store.useAccuracies()[output.name];
  const axis = useMemo(() => createAxis(config, output), [config, output]);
  const effect = useMemo(() => describeEffect(output.name, trained), [output.name, trained]);
  const points = useOutputPoints(jobId, isOverDecades ? output.name : null);
  const logCoefficients = useMemo(
    () =>
      points &&
      measuresAt(points, points.log_coefficients_of_determination, accuracy?.coordinate_values ?? []),
    [points, accuracy],
  );
  const chart = useMemo(() => {
    const shown = (values: readonly number[] | null | undefined) =>
      (values ?? []).map((value) => value / axis.multiplier);
    const plain = curveAccuracyChart(
      {
        name: displayName(output),
        coordinate: axis.label,
        coordinateUnit: axis.unit,
        x: shown(accuracy?.coordinate_values),
        coefficients: accuracy?.coefficients_of_determination ?? [],
        logCoefficients,
      },
      createSpan(axis.range, axis.spacing),
      palette,
    );
    if (effect === null) return plain;
    const { regions, before } = effect;
    const earlier = before && {
      name: `Job ${before.jobId}`,
      x: shown(before.along.places),
      coefficients: before.along.coefficients,
    };
    const ranges = regions.map(
      ({ range: [from, to] }) => [from / axis.multiplier, to / axis.multiplier] as const,
    );
    return withRegions(plain, ranges, earlier, palette);
  }, [accuracy, logCoefficients, output, axis, palette, effect]);
  const legend = [
    ...accuracyLegend(palette, logCoefficients !== null),
    ...(effect === null ? [] : [{ label: "Focus region", color: palette.region, kind: "band" } as const]),
    ...(effect?.before == null
      ? []
      : [{ label: `Job ${effect.before.jobId}`, color: palette.muted, kind: "dots" } as const]),
  ];
  return (
    <>
      <ChartPlot
        chart={chart}
        label={`Accuracy of ${displayName(output)} over ${axis.label}`}
        height={CURVE_HEIGHT_PX}
        isWaiting={accuracy === undefined}
      />
      {legend.length > 1 && <Legend items={legend} />}
      {effect !== null && (
        <Text size="sm" mt={4}>
          {effect.text}
        </Text>
      )}
    </>
  );
}

type Predicted = TrainedRegions["outputs"][string];

const accuracyAlong = ({ coordinate_values, coefficients_of_determination }: Predicted) => ({
  places: coordinate_values ?? [],
  coefficients: coefficients_of_determination,
});

/** The regions, the accuracy before, and both in words; null without regions. */
function describeEffect(name: string, trained: TrainedRegions | null) {
  const predicted = trained?.outputs[name];
  if (trained === null || predicted === undefined) return null;
  const { regions, before } = trained;
  const earlier = before?.outputs[name];
  const along = before && earlier && { jobId: before.jobId, along: accuracyAlong(earlier) };
  const text = regionEffectText(
    regionEffect(accuracyAlong(predicted), regions),
    along ? { jobId: along.jobId, effect: regionEffect(along.along, regions) } : null,
  );
  return { regions, before: along ?? null, text };
}
