import type { PlotlyHTMLElement } from "plotly.js";
import type { Figure, Trace } from "./figures/figure.ts";

/** The part of plotly.js that is used once it is loaded. */
export type Plotly = Pick<
  typeof import("plotly.js"),
  "react" | "relayout" | "purge" | "toImage" | "register"
>;

/** A finger must be able to scroll past a plot, so it does not zoom by dragging. */
const isTouch = (): boolean => window.matchMedia("(pointer: coarse)").matches;

/** Called with the point of the readout's trace that is under the pointer. */
type OnPoint = (index: number | null) => void;

/** Curves as fine as their points; what the page says of a point itself has no box of plotly's. */
function tracesOf({ data, readout }: Figure): Trace[] {
  return data.map((trace, at) => {
    const fine: Trace =
      trace.line === undefined ? trace : { ...trace, line: { ...trace.line, simplify: false } };
    if (readout?.trace !== at) return fine;
    const { hovertemplate, ...own } = fine;
    return { ...own, hoverinfo: "none" };
  });
}

export type Canvas = {
  /** Draws soon: the newest figure wins, and there is at most one drawing an animation frame. */
  readonly draw: (figure: Figure, width: number, height: number, onPoint: OnPoint) => void;
  /** Resets to the ranges of the figure. */
  readonly resetZoom: (figure: Figure) => void;
  /** The drawing as the text of an SVG file. */
  readonly toSvg: () => Promise<string>;
  readonly end: () => void;
};

/** Lets plotly draw into one element. */
export function createCanvas(plotly: Plotly, element: HTMLDivElement): Canvas {
  let next: { figure: Figure; width: number; height: number; onPoint: OnPoint } | null = null;
  let listens = false;
  let shown: { figure: Figure; onPoint: OnPoint } | null = null;
  let frame = 0;
  let drawing = false;
  let ended = false;

  // The first update in a frame is drawn at once; later ones wait for the next frame.
  const soon = () => {
    if (frame === 0 && !drawing) void render();
  };

  async function render(): Promise<void> {
    if (next === null || ended) return;
    const { figure, width, height, onPoint } = next;
    next = null;
    drawing = true;
    frame = requestAnimationFrame(() => {
      frame = 0;
      soon();
    });
    const dragmode = isTouch() ? false : "zoom";
    try {
      const drawn = await plotly.react(
        element,
        tracesOf(figure),
        { ...figure.layout, width, height, dragmode },
        { displayModeBar: false, doubleClick: "reset" },
      );
      shown = { figure, onPoint };
      if (!listens) listen(drawn);
    } finally {
      drawing = false;
      if (ended) plotly.purge(element);
    }
    soon();
  }

  function listen(drawn: PlotlyHTMLElement): void {
    listens = true;
    drawn.on("plotly_hover", ({ points: [point] }) => {
      const isRead = point !== undefined && point.curveNumber === shown?.figure.readout?.trace;
      shown?.onPoint(isRead ? point.pointNumber : null);
    });
    drawn.on("plotly_unhover", () => shown?.onPoint(null));
  }

  return {
    draw: (figure, width, height, onPoint) => {
      next = { figure, width, height, onPoint };
      soon();
    },
    resetZoom: ({ layout }) => {
      const ranges = Object.entries(layout).flatMap(([name, value]) =>
        /^[xy]axis\d*$/.test(name) && typeof value === "object" && value !== null && "range" in value
          ? [[`${name}.range`, value.range]]
          : [],
      );
      void plotly.relayout(element, Object.fromEntries(ranges));
    },
    toSvg: async () => {
      const { width, height } = element.getBoundingClientRect();
      const address = await plotly.toImage(element, { format: "svg", width, height });
      return decodeURIComponent(address.slice(address.indexOf(",") + 1));
    },
    end: () => {
      ended = true;
      cancelAnimationFrame(frame);
      // Plotly continues an update after its element was purged, and throws.
      if (!drawing) plotly.purge(element);
    },
  };
}
