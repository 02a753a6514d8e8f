/** Graphs as a page draws them: plain data, without colours, which are the page's. */

export type GraphTrace =
  | {
      readonly type: "scatter";
      readonly mode: "lines" | "markers";
      readonly name: string;
      /** null where a value is undefined: a gap. */
      readonly x: readonly (number | string | null)[];
      readonly y: readonly (number | null)[];
      /** The text of each point: "Simulation 12". */
      readonly text?: readonly string[];
      /** Its values are those of the second vertical axis. */
      readonly yaxis?: "y2";
    }
  | {
      readonly type: "bar";
      readonly name: string;
      readonly x: readonly (number | string)[];
      readonly y: readonly number[];
      /** The width of each bar; for categories the page chooses it. */
      readonly width?: readonly number[];
    }
  | {
      readonly type: "heatmap";
      readonly name: string;
      /** Edges of the cells, one more than there are; or categories. */
      readonly x: readonly (number | string)[];
      readonly y: readonly number[];
      /** Rows along y; null where there is nothing. */
      readonly z: readonly (readonly (number | null)[])[];
      readonly colorbar: { readonly title: { readonly text: string } };
    };

export type GraphAxis = {
  readonly title: { readonly text: string };
  readonly type: "linear" | "log" | "category";
  /** With which the title ends; absent where there is none. */
  readonly unit?: string;
};
export type GraphFigure = {
  readonly data: readonly GraphTrace[];
  readonly layout: {
    readonly xaxis: GraphAxis;
    readonly yaxis: GraphAxis;
    /** On the right: that of the phase in a Bode plot. */
    readonly yaxis2?: GraphAxis;
    readonly showlegend: boolean;
  };
};

/** Values as JSON holds them: null, a gap in a line, where one is not finite. */
export const withGaps = (values: ArrayLike<number> = []): (number | null)[] =>
  Array.from(values, (value) => (Number.isFinite(value) ? value : null));

export const axis = (title: string, type: GraphAxis["type"] = "linear", unit = ""): GraphAxis => ({
  title: { text: title },
  type,
  ...(unit !== "" && { unit }),
});
