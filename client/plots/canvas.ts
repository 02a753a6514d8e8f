import type { Figure } from "./figures/figure.ts";

/** The part of plotly.js that is used once it is loaded. */
export type Plotly = Pick<
  typeof import("plotly.js"),
  "react" | "relayout" | "purge" | "toImage" | "Fx" | "register"
>;

/** A finger must be able to scroll past a plot, so it does not zoom by dragging. */
const isTouch = (): boolean => window.matchMedia("(pointer: coarse)").matches;

export type Canvas = {
  /** Draws soon: the newest figure wins, and there is at most one drawing an animation frame. */
  readonly draw: (figure: Figure, width: number, height: number) => void;
  /** Shows the label of one point, or of none. */
  readonly point: (figure: Figure, index: number | null) => void;
  /** Resets to the ranges of the figure. */
  readonly resetZoom: (figure: Figure) => void;
  /** The drawing as the text of an SVG file. */
  readonly toSvg: () => Promise<string>;
  readonly end: () => void;
};

/** Lets plotly draw into one element. */
export function createCanvas(plotly: Plotly, element: HTMLDivElement): Canvas {
  let next: { figure: Figure; width: number; height: number } | null = null;
  let frame = 0;
  let drawing = false;
  let ended = false;

  // The first update in a frame is drawn at once; later ones wait for the next frame.
  const soon = () => {
    if (frame === 0 && !drawing) void render();
  };

  async function render(): Promise<void> {
    if (next === null || ended) return;
    const { figure, width, height } = next;
    next = null;
    drawing = true;
    frame = requestAnimationFrame(() => {
      frame = 0;
      soon();
    });
    const dragmode = isTouch() ? false : "zoom";
    try {
      await plotly.react(
        element,
        figure.data,
        { ...figure.layout, width, height, dragmode },
        { displayModeBar: false, doubleClick: "reset" },
      );
    } finally {
      drawing = false;
      if (ended) plotly.purge(element);
    }
    soon();
  }

  return {
    draw: (figure, width, height) => {
      next = { figure, width, height };
      soon();
    },
    point: ({ readout }, index) => {
      if (readout === null || index === null) plotly.Fx.unhover(element);
      else plotly.Fx.hover(element, [{ curveNumber: readout.trace, pointNumber: index }]);
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
