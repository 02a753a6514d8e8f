import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { call } from "#api/call.ts";
import { useEmulatorVersion } from "#data/jobs.ts";
import { accuracyLegend, Legend } from "#plots/chart/legend.tsx";
import { curveAccuracyChart } from "#plots/figures/accuracy.ts";
import { createSpan } from "#plots/model/ranges.ts";
import { usePalette } from "#plots/use-palette.ts";
import { createAxis } from "#predictions/curves.ts";
import { isLogarithmic } from "#predictions/output-scale.ts";
import { measuresAt, useOutputPoints } from "#predictions/use-output-points.ts";
import { useWhenReady } from "#predictions/use-when-ready.ts";
import classes from "./report.module.css";
import { MAX_PLOTTED_OUTPUTS } from "./report-plots.tsx";
import { Plot } from "./section.tsx";

type Props = {
  jobId: number;
  config: JobConfig;
  report: EmulatorReport;
  outputs: readonly OutputDefinition[];
};

/** The accuracy of each curve along its coordinate, which every prediction carries. */
export function CurvePlots({ jobId, config, report, outputs }: Props) {
  const version = useEmulatorVersion(jobId);
  const curves = outputs.filter(({ length }) => length > 1).slice(0, MAX_PLOTTED_OUTPUTS);
  const key = curves.length === 0 ? null : JSON.stringify([jobId, version]);
  const { answer } = useWhenReady(key, (signal) =>
    call("predict", {
      params: { job_id: jobId },
      body: { outputs: curves.map(({ name }) => name) },
      signal,
    }),
  );
  return (
    <div className={classes.plots}>
      {curves.map((output) => {
        const prediction = answer?.outputs[output.name];
        if (prediction === undefined) return null;
        return <CurvePlot key={output.name} {...{ jobId, config, report, output, prediction }} />;
      })}
    </div>
  );
}

type CurveProps = Pick<Props, "jobId" | "config" | "report"> & {
  output: OutputDefinition;
  prediction: OutputPrediction;
};

function CurvePlot({ jobId, config, report, output, prediction }: CurveProps) {
  const palette = usePalette();
  const isOverDecades = isLogarithmic(report, output.name, null);
  const points = useOutputPoints(jobId, isOverDecades ? output.name : null);
  const axis = createAxis(config, output);
  const places = prediction.coordinate_values ?? [];
  const logCoefficients = points && measuresAt(points, points.log_coefficients_of_determination, places);
  const chart = curveAccuracyChart(
    {
      name: displayName(output),
      coordinate: axis.label,
      coordinateUnit: axis.unit,
      x: places.map((value) => value / axis.multiplier),
      coefficients: prediction.coefficients_of_determination,
      logCoefficients,
    },
    createSpan(axis.range, axis.spacing),
    palette,
  );
  return (
    <div className={classes.block}>
      <Plot label={`Accuracy of ${displayName(output)} along ${axis.label}`} chart={chart} />
      {logCoefficients !== null && <Legend items={accuracyLegend(palette, true)} />}
    </div>
  );
}
