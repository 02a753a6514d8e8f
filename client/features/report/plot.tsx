import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { ChartPlot } from "#plots/chart/chart-plot.tsx";
import type { Chart } from "#plots/model/chart.ts";
import classes from "./report.module.css";

/** The height of a plot without one of its own. */
const DEFAULT_HEIGHT_PX = 260;

type PlotProps = {
  label: string;
  chart: Chart;
  height?: number;
  /** plotly.js draws it, as on the job's page. */
  isAnalysis?: boolean;
};

/** A plot of the report below what it shows. */
export function Plot({ label, chart, height = DEFAULT_HEIGHT_PX, isAnalysis = false }: PlotProps) {
  return (
    <figure className={classes.plot} aria-label={label}>
      <figcaption>{label}</figcaption>
      {isAnalysis ? (
        <AnalysisChart {...{ chart, label, height }} isPrinted />
      ) : (
        <ChartPlot {...{ chart, label, height }} isWaiting={false} />
      )}
    </figure>
  );
}
