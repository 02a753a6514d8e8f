import { Paper, Title } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { useMemo } from "react";
import classes from "#designs/simulations.module.css";
import { CurvePlot } from "#predictions/output-plot.tsx";
import type { ComparedCurve } from "./compare.ts";

const PLOT_HEIGHT_PX = 280;

function ComparedPlot({ curve, config }: { curve: ComparedCurve; config: JobConfig }) {
  const { output, x, simulated, prediction, inside, count } = curve;
  const actual = useMemo(() => ({ label: "Simulation", x, y: simulated }), [x, simulated]);
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" className={classes.name}>
        {displayName(output)}
      </Title>
      <CurvePlot
        config={config}
        output={output}
        answer={prediction}
        actual={actual}
        note={`${inside} of ${count} points inside the bounds`}
        showUncertainties
        isLogarithmic={false}
        xScale={null}
        isFar={false}
        height={PLOT_HEIGHT_PX}
      />
    </Paper>
  );
}

/** The simulated curves over the predicted ones. */
export function ComparisonCurves({
  curves,
  config,
}: {
  curves: readonly ComparedCurve[];
  config: JobConfig;
}) {
  if (curves.length === 0) return null;
  return (
    <div className={classes.plots}>
      {curves.map((curve) => (
        <ComparedPlot key={curve.output.name} curve={curve} config={config} />
      ))}
    </div>
  );
}
