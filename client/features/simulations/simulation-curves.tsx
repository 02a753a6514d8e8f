import { Paper, Title } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { SimulationCurve } from "@understudy/shared/api/simulation.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { NO_UNIT, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useMemo } from "react";
import classes from "#designs/simulations.module.css";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import { simulationCurveChart } from "#plots/figures/simulation-curve.ts";
import { usePalette } from "#plots/use-palette.ts";

const ROW_INDEX = "Row index";

function Curve({ curve, config }: { curve: SimulationCurve; config: JobConfig | null }) {
  const palette = usePalette();
  const output = config?.outputs.find(({ name }) => name === curve.name);
  const coordinate = config?.coordinates.find(({ name }) => name === curve.coordinate.name);
  const name = output === undefined ? curve.name : displayName(output);
  const { text: unit, multiplier } = output === undefined ? NO_UNIT : shownUnit(output);
  const over = coordinate === undefined ? (curve.coordinate.name ?? ROW_INDEX) : displayName(coordinate);
  const { text: overUnit, multiplier: overMultiplier } =
    coordinate === undefined ? NO_UNIT : shownUnit(coordinate);
  const spacing = coordinate?.spacing ?? "linear";
  const shown = useMemo((): SimulationCurve => {
    const values = curve.values.map((value) => value / multiplier);
    const places = curve.coordinate.values.map((value) => value / overMultiplier);
    return { ...curve, values, coordinate: { ...curve.coordinate, values: places } };
  }, [curve, multiplier, overMultiplier]);
  const chart = useMemo(
    () =>
      simulationCurveChart(
        { curve: shown, name, unit, coordinate: over, coordinateUnit: overUnit, spacing },
        palette,
      ),
    [shown, name, unit, over, overUnit, spacing, palette],
  );
  return (
    <Paper withBorder p="sm">
      <Title order={3} size="h5" className={classes.name}>
        {name}
      </Title>
      <ChartPlot chart={chart} label={`${name} over ${over}`} height={280} isWaiting={false} />
    </Paper>
  );
}

/** The vector outputs of one simulation, each over its coordinate. */
export function SimulationCurves({
  curves,
  config,
}: {
  curves: readonly SimulationCurve[];
  config: JobConfig | null;
}) {
  if (curves.length === 0) return null;
  return (
    <div className={classes.plots}>
      {curves.map((curve) => (
        <Curve key={curve.name} curve={curve} config={config} />
      ))}
    </div>
  );
}
