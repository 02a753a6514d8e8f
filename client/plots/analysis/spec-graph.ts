/** A graph that a spec's manifest defines: plotly.js's own figure, in the page's colours and units. */
import type { GraphAxis, GraphFigure, GraphTrace } from "@understudy/shared/api/graph-figure.ts";
import type { Data, LayoutAxis } from "plotly.js/lib/core";
import { formatAxisTitle, shortenTitle } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { themeAxis, themeColorBar, themeLayout, toLiteralText } from "./axis-theme.ts";
import {
  areReadTogether,
  createGraphTable,
  createParts,
  createStops,
  locateGraphPoint,
} from "./graph-readout.ts";
import { convertToShownUnits, isOnRight, splitTitle } from "./graph-units.ts";
import { UNSELECTED_OPACITY } from "./point-raster.ts";

/** More lines than this cannot be distinguished: they are drawn thin, in one colour, and no legend names them. */
const MAX_DISTINGUISHABLE_TRACES = 6;

/** Many lines of the second axis, as pale as those of the first. */
const asFaint = (color: string): string => `${color}59`;

const chooseColors = (data: readonly GraphTrace[], palette: Palette): string[] =>
  data.map((trace, at) => {
    if (data.length > MAX_DISTINGUISHABLE_TRACES)
      return isOnRight(trace) ? asFaint(palette.actual) : palette.faint;
    return palette.series[at % palette.series.length] ?? palette.prediction;
  });

/** The figure of a graph, and the way from its points to the simulations that they stand for and back. */
export type SpecGraphFigure = AnalysisFigure & {
  /** Some points stand for simulations; those of other figures can be selected by themselves. */
  readonly hasSimulations: boolean;
  readonly findReferences: (simulations: ReadonlySet<number>) => PointReference[];
  readonly findSimulations: (points: readonly PointReference[]) => number[];
};

/** The simulations that the points of a trace stand for; all points of a curve stand for one. */
const listSimulations = (trace: GraphTrace | undefined): readonly number[] => {
  if (trace?.type !== "scatter") return [];
  const { customdata, meta, x } = trace;
  return customdata ?? (meta === undefined ? [] : x.map(() => meta));
};

/** Many curves are pale already: on the dark page they would hardly be seen in that opacity. */
const UNSELECTED_OPACITY_OF_MANY = 0.5;
const SELECTED_LINE_WIDTH_PX = 2.5;

/** Marks the curves of selected simulations: plotly.js would draw points alone pale. */
const markCurves = (
  drawn: readonly Data[],
  data: readonly GraphTrace[],
  selected: readonly PointReference[],
  palette: Palette,
): Data[] => {
  const marked = new Set(selected.map(({ trace }) => trace));
  // Among many curves all have one colour, which is pale.
  const isMany = data.length > MAX_DISTINGUISHABLE_TRACES;
  const opacity = isMany ? UNSELECTED_OPACITY_OF_MANY : UNSELECTED_OPACITY;
  return drawn.map((trace, at) => {
    const curve = data[at];
    if (trace.type !== "scatter" || curve?.type !== "scatter" || curve.meta === undefined) return trace;
    if (!marked.has(at)) return { ...trace, opacity };
    const color = isOnRight(curve) ? palette.actual : palette.prediction;
    return {
      ...trace,
      zorder: 1,
      line: { ...trace.line, ...(isMany && { color }), width: SELECTED_LINE_WIDTH_PX },
    };
  });
};

/**
 * @param title the graph's title, which the page shows as a heading
 * @param figure as it came over the wire, in the units of the spec
 */
export function createSpecGraph(title: string, figure: GraphFigure, palette: Palette): SpecGraphFigure {
  const shown = convertToShownUnits(figure);
  const { data, layout } = shown;
  const { xaxis, yaxis, yaxis2, meta } = layout;
  const colors = chooseColors(data, palette);
  const hasLegend = layout.showlegend && data.length <= MAX_DISTINGUISHABLE_TRACES;
  const hasMap = data.some(({ type }) => type === "heatmap");
  const createAxis = ({ title, type }: GraphAxis, unit = "", titleColor?: string): Partial<LayoutAxis> => {
    const theme = themeAxis(palette, unit, titleColor);
    const { name, unit: ending } = splitTitle(title.text, unit);
    return {
      ...theme,
      type,
      title: { ...theme.title, text: toLiteralText(formatAxisTitle(name, ending)) },
      // Lines of a grid would cover the cells.
      showgrid: !hasMap,
    };
  };
  /** The colour of the one trace of a side, where the axes have two. */
  const findTitleColor = (isRight: boolean): string | undefined => {
    const [color, second] = colors.filter((_, at) => data[at] && isOnRight(data[at]) === isRight);
    return yaxis2 === undefined || second !== undefined ? undefined : color;
  };
  const drawn = data.map((trace, at) =>
    drawTrace(trace, colors[at] ?? palette.prediction, data.length, palette),
  );
  const y = yaxis.title.text + (yaxis2 === undefined ? "" : ` and ${yaxis2.title.text}`);
  return {
    kind: "axes",
    source: figure,
    data: drawn,
    layout: {
      ...themeLayout(palette),
      hovermode: areReadTogether(data) ? "x" : "closest",
      xaxis: createAxis(xaxis, meta.units.xaxis),
      yaxis: {
        ...createAxis(yaxis, meta.units.yaxis, findTitleColor(false)),
        ...(data.some(({ type }) => type === "bar") && { rangemode: "tozero" }),
      },
      ...(yaxis2 !== undefined && {
        yaxis2: {
          ...createAxis(yaxis2, meta.units.yaxis2, findTitleColor(true)),
          overlaying: "y",
          side: "right",
          showgrid: false,
          // Its own round numbers; those at the places of the left axis are not round.
          tickmode: "auto",
        },
      }),
    },
    revision: `graph ${title}`,
    isSelectable: data.some(
      (trace) => trace.type === "bar" || (trace.type === "scatter" && trace.mode === "markers"),
    ),
    summary: `${title}: ${y} over ${xaxis.title.text}, ${data.length} ${data.length === 1 ? "trace" : "traces"}.`,
    legend: hasLegend
      ? data.map((trace, at) => ({
          label: trace.name,
          color: colors[at] ?? palette.ink,
          kind: trace.type === "scatter" && trace.mode === "lines" ? "line" : "disc",
        }))
      : [],
    stops: (hidden) => createStops(shown, hidden),
    parts: createParts(shown, colors),
    locate: (point) => locateGraphPoint(shown, point),
    table: (points) => createGraphTable(shown, points),
    leaveOut: (selected) => markCurves(drawn, data, selected, palette),
    hasSimulations: data.some((trace) => listSimulations(trace).length > 0),
    findReferences: (simulations) =>
      data.flatMap((series, trace) =>
        listSimulations(series).flatMap((id, point) => (simulations.has(id) ? [{ trace, point }] : [])),
      ),
    findSimulations: (points) =>
      points.flatMap(({ trace, point }) => listSimulations(data[trace])[point] ?? []),
  };
}

/** Numbers stay as they are; names become literal text. */
const toLiteralPlaces = <Value extends number | string | null>(places: readonly Value[]) =>
  places.map((place) => (typeof place === "string" ? toLiteralText(place) : place));

/** `hoverinfo: "none"`: the values are said above the axes, where they cover nothing. */
function drawTrace(trace: GraphTrace, color: string, traceCount: number, palette: Palette): Data {
  const common = {
    name: toLiteralText(shortenTitle(trace.name)),
    x: toLiteralPlaces(trace.x),
    hoverinfo: "none",
  } as const;
  switch (trace.type) {
    case "scatter":
      return {
        ...common,
        type: "scatter",
        mode: trace.mode,
        y: [...trace.y],
        ...(trace.yaxis !== undefined && { yaxis: trace.yaxis }),
        line: { color, width: traceCount > MAX_DISTINGUISHABLE_TRACES ? 1 : 2 },
        marker: { color, size: 6 },
      };
    case "bar":
      return {
        ...common,
        type: "bar",
        y: [...trace.y],
        ...(trace.width !== undefined && { width: [...trace.width] }),
        marker: { color },
      };
    case "heatmap": {
      const bar = themeColorBar(palette);
      const text = toLiteralText(shortenTitle(trace.colorbar.title.text));
      return {
        ...common,
        type: "heatmap",
        y: [...trace.y],
        z: trace.z.map((row) => [...row]),
        colorscale: "Viridis",
        colorbar: { ...bar, title: { ...bar.title, text } },
      };
    }
  }
}
