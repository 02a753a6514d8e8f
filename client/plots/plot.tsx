import "plotly.js/dist/plotly.css";
import "./plot.css";
import { Skeleton, Text, VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type KeyboardEvent, memo, useEffect, useId, useRef, useState } from "react";
import { type Canvas, createCanvas, type Plotly } from "./canvas.ts";
import { tableCsv } from "./csv.ts";
import type { Figure } from "./figures/figure.ts";
import { figureTable } from "./figures/figure-table.ts";
import { PlotTools } from "./plot-tools.tsx";
import { walkTo } from "./walk.ts";

/** Plotly would write its rules into a `<style>` of its own, which the Content-Security-Policy forbids: its own file is used. */
function keepStylesOut(): void {
  const id = "plotly.js-style-global";
  if (document.getElementById(id) !== null) return;
  const marker = document.createElement("template");
  marker.id = id;
  marker.className = "no-inline-styles";
  document.head.append(marker);
}

let library: Promise<Plotly> | null = null;
/** The core draws lines and points, which most plots are made of; it is fetched when the first plot is shown. */
function loadCore(): Promise<Plotly> {
  keepStylesOut();
  library ??= import("plotly.js/lib/core").then((module: { default: Plotly }) => module.default);
  library.catch(() => {
    library = null;
  });
  return library;
}

/** Trace types outside plotly's core, loaded when a figure needs them. */
const FURTHER = {
  bar: () => import("plotly.js/lib/bar"),
  heatmap: () => import("plotly.js/lib/heatmap"),
};
const isFurther = (type: string | undefined): type is keyof typeof FURTHER =>
  type !== undefined && type in FURTHER;

/** The library, with all that draws traces of these types. */
async function loadPlotly(types: readonly string[] = []): Promise<Plotly> {
  const [plotly, ...modules] = await Promise.all([
    loadCore(),
    ...types.filter(isFurther).map((type) => FURTHER[type]()),
  ]);
  if (modules.length > 0) plotly.register(modules.map((module) => module.default));
  return plotly;
}

/** Fetches the library before the page that needs it is opened. Without it the plot fetches it itself. */
export function preparePlots(): void {
  loadPlotly().catch(() => {});
}

/** The canvas of an element, once plotly is here. `types` are those of the traces, in a text that stays the same. */
function useCanvas(types: string) {
  const element = useRef<HTMLDivElement>(null);
  const [canvas, setCanvas] = useState<Canvas | "loading" | "failed">("loading");
  useEffect(() => {
    const target = element.current;
    if (target === null) return;
    let mine: Canvas | null = null;
    let gone = false;
    loadPlotly(types.split(" ")).then(
      (plotly) => {
        if (gone) return;
        mine = createCanvas(plotly, target);
        setCanvas(mine);
      },
      () => setCanvas("failed"),
    );
    return () => {
      gone = true;
      mine?.end();
    };
  }, [types]);
  return { element, canvas, drawn: typeof canvas === "object" ? canvas : null };
}

/** Of the line above the axes, in pixels. */
const READOUT_HEIGHT = 22;

export type PlotProps = {
  figure: Figure;
  /** What the plot shows, in a few words: its accessible name. */
  label: string;
  /** In pixels, reserved from the start so that the layout does not shift when the plot appears. */
  height: number;
};

/** A plot with a fixed frame, a text alternative, and points that can be walked through with the arrow keys. */
export const Plot = memo(function Plot({ figure, label, height }: PlotProps) {
  const { ref: sizeRef, width } = useElementSize();
  const types = [...new Set(figure.data.map(({ type }) => type ?? "scatter"))].sort().join(" ");
  const { element, canvas, drawn } = useCanvas(types);
  const [point, setPoint] = useState<number | null>(null);
  /** Under the pointer. */
  const [pointed, setPointed] = useState<number | null>(null);
  const summaryId = useId();
  const { readout } = figure;
  const plotHeight = readout === null ? height : height - READOUT_HEIGHT;

  useEffect(() => {
    if (width > 0) drawn?.draw(figure, width, plotHeight, setPointed);
  }, [figure, width, plotHeight, drawn]);

  const walk = (event: KeyboardEvent) => {
    const target = readout === null ? null : walkTo(readout, point, event.key);
    if (target === null) return;
    event.preventDefault();
    setPoint(target);
  };
  const shown = pointed ?? point;

  return (
    <figure className="plot" ref={sizeRef} aria-labelledby={summaryId}>
      <section
        className="plot-walk"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its points are walked through with the arrow keys
        tabIndex={0}
        aria-label={label}
        aria-describedby={summaryId}
        onKeyDown={walk}
        onBlur={() => setPoint(null)}
      >
        {readout !== null && (
          <div className="plot-readout" aria-hidden="true">
            {shown !== null && shown < readout.count && readout.describe(shown)}
          </div>
        )}
        <div ref={element} className="plot-canvas" style={{ height: plotHeight }} />
        {canvas === "loading" && <Skeleton className="plot-cover" height={height} />}
        {canvas === "failed" && (
          <Text className="plot-cover" c="red" ta="center" pt={height / 3}>
            {MESSAGES.graph}
          </Text>
        )}
      </section>
      {drawn !== null && (
        <PlotTools
          label={label}
          onReset={() => drawn.resetZoom(figure)}
          files={{
            svg: drawn.toSvg,
            csv: () => tableCsv(figureTable(figure)),
            size: () => ({ width, height: plotHeight }),
          }}
        />
      )}
      <VisuallyHidden component="figcaption" id={summaryId}>
        {figure.summary}
      </VisuallyHidden>
      <VisuallyHidden aria-live="polite">{point === null ? "" : readout?.describe(point)}</VisuallyHidden>
    </figure>
  );
});
