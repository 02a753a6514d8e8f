import type { Chart } from "#plots/chart/chart.ts";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import classes from "./report.module.css";

/** The height of a plot without one of its own. */
const DEFAULT_HEIGHT_PX = 260;

/** A plot of the report below what it shows. */
export function Plot({
  label,
  chart,
  height = DEFAULT_HEIGHT_PX,
}: {
  label: string;
  chart: Chart;
  height?: number;
}) {
  return (
    <figure className={classes.plot} aria-label={label}>
      <figcaption>{label}</figcaption>
      <ChartPlot chart={chart} label={label} height={height} isWaiting={false} />
    </figure>
  );
}
