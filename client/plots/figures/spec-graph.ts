import type { Graph } from "@understudy/shared/api/simulation.ts";
import { colourScale } from "./colour-scale.ts";
import type { Figure, Trace } from "./figure.ts";
import { fittingAxis, frame } from "./frame.ts";
import type { Palette } from "./palette.ts";

type ReadyGraph = Extract<Graph, { status: "ready" }>;
type GraphTrace = ReadyGraph["figure"]["data"][number];
/** More lines than this cannot be distinguished: they are drawn thin, in one colour. */
const TOLD_APART = 6;

/** A graph defined by a spec's manifest, in the page's colours, with axes that fit the data. */
export function specGraphFigure({ title, figure }: ReadyGraph, palette: Palette): Figure {
  const { data, layout } = figure;
  const many = data.length > TOLD_APART;
  const coloured = data.map((trace, index) => {
    const colour = many
      ? palette.faint
      : (palette.series[index % palette.series.length] ?? palette.prediction);
    return traceOf(trace, colour, palette, many);
  });
  const axis = ({ title: { text }, type }: (typeof layout)["xaxis"]) => fittingAxis(palette, text, { type });
  return {
    data: coloured,
    layout: frame(palette, `graph ${title}`, {
      xaxis: axis(layout.xaxis),
      yaxis: axis(layout.yaxis),
      showlegend: layout.showlegend && !many,
      legend: { orientation: "h", y: 1.12, font: { color: palette.ink } },
      bargap: 0.04,
    }),
    summary: `${title}: ${layout.yaxis.title.text} over ${layout.xaxis.title.text}, ${data.length} ${
      data.length === 1 ? "trace" : "traces"
    }.`,
    readout: null,
  };
}

function traceOf(trace: GraphTrace, colour: string, palette: Palette, thin: boolean): Trace {
  const { name } = trace;
  const x = [...trace.x];
  switch (trace.type) {
    case "scatter":
      return {
        type: "scatter",
        mode: trace.mode,
        name,
        x,
        y: [...trace.y],
        line: { color: colour, width: thin ? 1 : 2 },
        marker: { color: colour, size: 6 },
        ...(trace.text && { text: [...trace.text] }),
        hovertemplate: `${trace.text ? "%{text}<br>" : ""}%{x}, %{y:.5~g}<extra>%{fullData.name}</extra>`,
      };
    case "bar":
      return {
        type: "bar",
        name,
        x,
        y: [...trace.y],
        marker: { color: colour },
        ...(trace.width && { width: [...trace.width] }),
        hovertemplate: "%{x:.5~g}: %{y}<extra></extra>",
      };
    case "heatmap":
      return {
        type: "heatmap",
        name,
        x,
        y: [...trace.y],
        z: trace.z.map((row) => [...row]),
        colorscale: colourScale(palette),
        colorbar: {
          title: { text: trace.colorbar.title.text, font: { color: palette.muted, size: 12 } },
          tickfont: { color: palette.muted, size: 11 },
          thickness: 12,
          outlinewidth: 0,
        },
        hovertemplate: "%{x:.5~g}, %{y:.5~g}: %{z:.5~g}<extra></extra>",
      };
  }
}
