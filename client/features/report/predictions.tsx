import { Text } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { type Answer, call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { Legend } from "#plots/chart/legend.tsx";
import { comparedCurvesChart } from "#plots/figures/compared-curves.ts";
import { fieldChart } from "#plots/figures/field.ts";
import { formatPlotted } from "#plots/model/chart.ts";
import { extent } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { createDrawnAxis, placesOnAxis } from "#predictions/curves.ts";
import { parameterLabel } from "#predictions/parameters.ts";
import { createSamplePoints, resample } from "#predictions/sample-points.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import classes from "./report.module.css";
import { Lines, Plot } from "./section.tsx";
import type { ReportPoint } from "./three-points.ts";

/** Points along a curve: as many as are told apart on paper. */
const CURVE_POINT_COUNT = 300;

type Predicted = {
  readonly output: OutputDefinition;
  /** The input that the points differ in; null: they are the default design. */
  readonly input: string | null;
  readonly points: readonly ReportPoint[];
};

type ScalarsProps = { jobId: number; config: JobConfig; predicted: readonly Predicted[] };

/** The scalar outputs at their points, as a table. */
export function ScalarPredictions({ jobId, config, predicted }: ScalarsProps) {
  const version = useEmulatorVersion(jobId);
  const names = predicted.map(({ output }) => output.name);
  const points = predicted.flatMap((output) => output.points.map(({ point }) => point));
  const key = points.length === 0 ? null : JSON.stringify([jobId, version, names, points]);
  const { answer } = useWhenReady(key, (signal) => {
    const body = { inputs_list: points, outputs: names };
    return call("predict", { params: { job_id: jobId }, body, signal });
  });
  if (predicted.length === 0) return null;
  const list = answer?.outputs_list ?? [];
  let next = 0;
  return (
    <Lines
      label="Predicted values"
      columns={["Output", "Input", "Low", "Middle", "High"]}
      rows={predicted.map(({ output, input, points: three }): [string, ...string[]] => {
        const cells = three.map(({ label }) => cellText(output, label, list[next++]?.[output.name]));
        // An input with two levels has no middle, and without an input there is the default design alone.
        const [low = "–", ...further] = cells;
        const [middle, high] = further.length === 1 ? ["–", further[0]] : further;
        const along = input === null ? "–" : parameterLabel(config, input);
        return [displayName(output), along, low, middle ?? "–", high ?? "–"];
      })}
    />
  );
}

type Outputs = Answer<"predict">["outputs"];

function cellText(output: OutputDefinition, label: string, answer: Outputs[string] | undefined): string {
  const unit = shownUnit(output);
  const shown = (value: number | undefined) =>
    value === undefined ? "–" : quantityText(value / unit.multiplier, unit);
  const place = label.slice(label.indexOf(":") + 1).trim();
  const [value, lower, upper] = [answer?.values[0], answer?.lower_bounds[0], answer?.upper_bounds[0]];
  const ending = unit.text === "" ? "" : ` ${unit.text}`;
  return `${shown(value)}${ending} (${shown(lower)} to ${shown(upper)}) at ${place}`;
}

type CurveProps = { jobId: number; config: JobConfig; predicted: Predicted };

/** A vector output at its points: its curves in one plot, or a map of each with one scale of colours. */
export function CurvePredictions({ jobId, config, predicted: { output, input, points } }: CurveProps) {
  const palette = usePalette();
  const version = useEmulatorVersion(jobId);
  const { grid_columns: columns } = output;
  const { coordinates, samples } = createSamplePoints(
    config,
    [output],
    CURVE_POINT_COUNT,
    null,
    () => columns !== null,
  );
  const inputs = points.map(({ point }) => point);
  const { answer } = useWhenReady(JSON.stringify([jobId, version, output.name, inputs]), (signal) => {
    const body = { inputs_list: inputs, outputs: [output.name], coordinates: { ...coordinates } };
    return call("predict", { params: { job_id: jobId }, body, signal });
  });
  const list = answer?.outputs_list ?? null;
  if (list === null) return null;
  const { text: unit, multiplier } = shownUnit(output);
  const axis = createDrawnAxis(config, output);
  const name = displayName(output);
  const scaled = (values: readonly number[]) => values.map((value) => value / multiplier);
  const shown = points.flatMap(({ label }, at) => {
    const prediction = resample(list[at] ?? {}, samples)[output.name];
    if (prediction === undefined) return [];
    const values = scaled(prediction.values);
    const [lower, upper] = [scaled(prediction.lower_bounds), scaled(prediction.upper_bounds)];
    const x = placesOnAxis(axis, prediction.coordinate_values ?? []);
    return [{ label, color: palette.series[at] ?? palette.ink, x, values, lower, upper }];
  });
  const along = input === null ? "" : ` by ${parameterLabel(config, input)}`;
  if (columns !== null) {
    const range = extent(...shown.map(({ values }) => values)) ?? [0, 1];
    return (
      <>
        <Text size="sm" fw={600} mt={10}>
          {`${name}${along}`}
        </Text>
        <div className={classes.maps}>
          {shown.map(({ label, values, lower, upper }) => (
            <Plot
              key={label}
              label={`${name}, ${label}`}
              chart={fieldChart(
                {
                  ...{ name, unit, columns, values, range, colors: "viridis", isFar: false },
                  partsAt: (pixel) => [{ label, text: formatPlotted(values[pixel], unit), color: null }],
                  more: [
                    { name: "Lower bound", values: lower },
                    { name: "Upper bound", values: upper },
                  ],
                },
                palette,
              )}
            />
          ))}
        </div>
      </>
    );
  }
  return (
    <div className={classes.block}>
      <Plot
        label={`${name} over ${axis.label}${along}`}
        chart={comparedCurvesChart({
          ...{ name, unit, coordinate: axis.label, coordinateUnit: axis.unit, spacing: axis.spacing },
          curves: shown.map(({ label, color, ...curve }) => ({ job: label, color, predicted: curve })),
          of: "Point",
        })}
      />
      <Legend items={shown.map(({ label, color }) => ({ label, color, kind: "line" }))} />
    </div>
  );
}
