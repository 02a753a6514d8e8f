import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { call } from "../../../../api/call.ts";
import { curveAccuracyChart } from "../../../../plots/figures/accuracy.ts";
import { createSpan } from "../../../../plots/figures/ranges.ts";
import { usePalette } from "../../../../plots/use-palette.ts";
import { useEmulatorVersion } from "../../../../store/emulator-versions.ts";
import { createAxis } from "../emulator/curves.ts";
import { useWhenReady } from "../emulator/use-when-ready.ts";
import { Plot } from "./plot.tsx";
import classes from "./report.module.css";
import { MAX_PLOTTED_OUTPUTS } from "./report-plots.tsx";

type Props = { jobId: number; config: JobConfig; outputs: readonly OutputDefinition[] };

/** The accuracy of each curve along its coordinate, which every prediction carries. */
export function CurvePlots({ jobId, config, outputs }: Props) {
  const palette = usePalette();
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
        const axis = createAxis(config, output);
        const chart = curveAccuracyChart(
          {
            name: displayName(output),
            coordinate: axis.label,
            coordinateUnit: axis.unit,
            x: (prediction.coordinate_values ?? []).map((value) => value / axis.multiplier),
            coefficients: prediction.coefficients_of_determination,
          },
          createSpan(axis.range, axis.spacing),
          palette,
        );
        return (
          <Plot
            key={output.name}
            label={`Accuracy of ${displayName(output)} along ${axis.label}`}
            chart={chart}
          />
        );
      })}
    </div>
  );
}
