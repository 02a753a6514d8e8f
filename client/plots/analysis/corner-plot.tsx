import { useMemo } from "react";
import type { CornerChart } from "../figures/corner.ts";
import type { PairChart } from "../figures/pair-plots.ts";
import { usePalette } from "../use-palette.ts";
import type { AnalysisFigure } from "./analysis-figure.ts";
import { AnalysisPlot } from "./analysis-plot.tsx";
import { createCornerFigure, createPairFigure } from "./corner-figure.ts";
import type { PointSelection } from "./selected-points.ts";

/** The height of a panel in pixels, its least width, and a width at which it is about square. */
const PANEL_PX = { height: 180, heightOfFew: 240, least: 104, square: 240 } as const;
const MARGINS_PX = { width: 72, height: 68 } as const;

type PanelsProps = {
  figure: AnalysisFigure;
  label: string;
  /** The number of parameters. */
  count: number;
  selection?: PointSelection;
};

function Panels({ figure, label, count, selection }: PanelsProps) {
  const height = count < 3 ? PANEL_PX.heightOfFew : PANEL_PX.height;
  return (
    <div style={{ maxWidth: MARGINS_PX.width + PANEL_PX.square * count, margin: "0 auto" }}>
      <AnalysisPlot
        figure={figure}
        label={label}
        height={MARGINS_PX.height + height * count}
        minWidth={MARGINS_PX.width + PANEL_PX.least * count}
        {...(selection !== undefined && { selection })}
      />
    </div>
  );
}

/** The distributions of some parameters and of each pair of them. */
export function CornerPlot({ chart, label }: { chart: CornerChart; label: string }) {
  const palette = usePalette();
  const figure = useMemo(() => createCornerFigure(chart, palette), [chart, palette]);
  return <Panels figure={figure} label={label} count={chart.parameters.length} />;
}

type PairPlotProps = {
  chart: PairChart;
  label: string;
  /** The numbers of the selected rows; null: none are selected. The plot may hold fewer of them. */
  selected: ReadonlySet<number> | null;
  /** null: the selection was given up. */
  onSelect: (rows: readonly number[] | null) => void;
};

/** Rows over each pair of some parameters: those that are selected in one panel are selected in all. */
export function PairPlot({ chart, label, selected, onSelect }: PairPlotProps) {
  const palette = usePalette();
  const figure = useMemo(() => createPairFigure(chart, palette), [chart, palette]);
  const points = useMemo(() => {
    if (selected === null) return null;
    return figure.findReferences(chart.rows.flatMap((row, place) => (selected.has(row) ? [place] : [])));
  }, [figure, chart, selected]);
  const selection: PointSelection = {
    points,
    onSelect: (references) =>
      onSelect(
        references?.flatMap((reference) => chart.rows[figure.findRow(reference) ?? Number.NaN] ?? []) ?? null,
      ),
  };
  return <Panels figure={figure} label={label} count={chart.parameters.length} selection={selection} />;
}
