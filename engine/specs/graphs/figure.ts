/** Drawings as they become figures of plotly.js: plain data, without colours, which are the page's. */
import type { GraphAxis, GraphFigure, GraphTrace } from "@understudy/shared/api/graph-figure.ts";

export type { GraphFigure, GraphTrace };

/** An axis with the unit of its values; "" for none. */
export type UnitAxis = GraphAxis & { readonly unit: string };
/** A graph before its axes have their places in a layout. */
export type GraphDrawing = {
  readonly data: readonly GraphTrace[];
  readonly axes: { readonly xaxis: UnitAxis; readonly yaxis: UnitAxis; readonly yaxis2?: UnitAxis };
  readonly showlegend: boolean;
};

/** A drawing as plotly.js takes it. */
export function toFigure({ data, axes, showlegend }: GraphDrawing): GraphFigure {
  const { xaxis, yaxis, yaxis2 } = axes;
  const units = Object.fromEntries(
    Object.entries(axes).flatMap(([name, { unit }]) => (unit === "" ? [] : [[name, unit]])),
  );
  return {
    data,
    layout: {
      xaxis: withoutUnit(xaxis),
      yaxis: withoutUnit(yaxis),
      ...(yaxis2 !== undefined && {
        yaxis2: { ...withoutUnit(yaxis2), overlaying: "y", side: "right" },
      }),
      showlegend,
      meta: { units },
    },
  };
}

const withoutUnit = ({ title, type }: UnitAxis): GraphAxis => ({ title, type });

/** Values as JSON holds them: null, a gap in a line, where one is not finite. */
export const withGaps = (values: ArrayLike<number> = []): (number | null)[] =>
  Array.from(values, (value) => (Number.isFinite(value) ? value : null));

export const axis = (title: string, type: GraphAxis["type"] = "linear", unit = ""): UnitAxis => ({
  title: { text: title },
  type,
  unit,
});
