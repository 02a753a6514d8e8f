/** A figure that plotly.js has drawn into an element of the page. */
import type { Config, Data, Layout, PlotDatum, PlotSelectionEvent } from "plotly.js/lib/core";
import { z } from "zod";
import type { Range } from "../model/ranges.ts";
import type { CellRows, PointReference } from "./analysis-figure.ts";
import { type AxesView, readAxes } from "./axes-area.ts";
import { type Outline, UNSELECTED_OPACITY } from "./point-raster.ts";
import type { Plotly } from "./use-plotly.ts";

/** Its own buttons, hints and addresses stay out: the page has the first, and nothing is sent anywhere. */
const PLOTLY_CONFIG: Partial<Config> = {
  displayModeBar: false,
  displaylogo: false,
  // The page shows the figure as it was at first: plotly.js would choose other ends of the axes.
  doubleClick: false,
  plotlyServerURL: "",
  responsive: false,
  scrollZoom: true,
  showSendToCloud: false,
  showTips: false,
  topojsonURL: "",
};

export type PlotHandlers = {
  readonly onHover: (points: readonly PointReference[]) => void;
  /** @param points null: the selection was given up. @param outline null as well where nothing was dragged */
  readonly onSelect: (points: readonly PointReference[] | null, outline: Outline | null) => void;
  readonly onChoose: (point: PointReference) => void;
  readonly onDoubleClick: () => void;
  /** Parallel axes were brushed or moved. */
  readonly onArrange: (axes: readonly ArrangedAxis[]) => void;
  /** The figure was drawn, moved or zoomed; null: it has no axes of numbers alone. */
  readonly onView: (view: AxesView | null) => void;
  /** The axes are being moved or zoomed, until `onView` is called. */
  readonly onMove: (view: AxesView | null) => void;
};

/** An axis of parallel coordinates, from left to right, with the stretch that lines must pass; null: no stretch is brushed. */
export type ArrangedAxis = { readonly name: string; readonly brush: Range | null };

export type DrawnPlot = {
  /** @throws Error when plotly.js cannot draw the figure */
  draw(data: readonly Data[], layout: Partial<Layout>): Promise<void>;
  /**
   * Sets the crosshair upon points, as the pointer does.
   * @param map the points are cells of it; undefined: they are points of traces
   */
  hover(points: readonly PointReference[], map: CellRows | undefined): void;
  /** Reads the point nearest to a place of the window, in pixels. */
  hoverAt(clientX: number, clientY: number): void;
  leave(): void;
  close(): void;
};

/**
 * The declarations of plotly.js say that it is a number, which it is not for a cell of a map: row and column, or column and row where
 * the map is a surface.
 */
const pointNumber = z.union([z.number(), z.tuple([z.number(), z.number()])]);

function toReference(datum: PlotDatum): PointReference[] {
  const place = pointNumber.safeParse(datum.pointNumber);
  if (!place.success) return [];
  const trace = datum.curveNumber;
  if (typeof place.data === "number") return [{ trace, point: place.data }];
  const [first, second] = place.data;
  const [row, column] = datum.data.type === "surface" ? [second, first] : [first, second];
  const columns = "z" in datum.data && Array.isArray(datum.data.z?.[0]) ? datum.data.z[0].length : 1;
  return [{ trace, point: row * columns + column }];
}

/** Parallel coordinates say no points, and lines only exactly below the pointer: `AnalysisFigure.findNearest` finds them. */
const isLineEvent = (event: object): boolean => "dataIndex" in event;

/**
 * plotly.js reports a selection after a drag, with the box or lasso; after a click, as undefined; and without an area when it draws a
 * layout that no longer lists the selection of the last drag. This last one has no points, and would give up what was just selected.
 */
const isDragged = (event: PlotSelectionEvent | undefined): event is PlotSelectionEvent =>
  event?.range !== undefined || event?.lassoPoints !== undefined;

const readOutline = ({ range, lassoPoints }: PlotSelectionEvent): Outline | null =>
  range !== undefined
    ? { kind: "box", ...range }
    : lassoPoints === undefined
      ? null
      : { kind: "lasso", ...lassoPoints };

/** During a drag plotly.js writes the ends of the axes into its completed layout alone. */
const draggedAxes = z.object({
  _fullLayout: z.object({
    xaxis: z.object({ range: z.tuple([z.number(), z.number()]) }),
    yaxis: z.object({ range: z.tuple([z.number(), z.number()]) }),
  }),
});

const brush = z.tuple([z.number(), z.number()]);

/** Lists the axes of parallel coordinates as the reader has arranged them. */
const listAxes = (data: readonly Data[]): ArrangedAxis[] =>
  data.flatMap((trace) => {
    if (trace.type !== "parcoords") return [];
    return (trace.dimensions ?? []).map(({ name = "", constraintrange }) => ({
      name,
      brush: brush.safeParse(constraintrange).data ?? null,
    }));
  });

/** plotly.js writes the reader's zoom, selection and brushes into the objects that it was given. */
const copyTrace = (trace: Data): Data =>
  trace.type === "parcoords"
    ? { ...trace, dimensions: (trace.dimensions ?? []).map((axis) => ({ ...axis })) }
    : trace.type === "scattergl"
      ? { ...trace, unselected: WEBGL_UNSELECTED }
      : { ...trace };

/** Without it WebGL draws all points that are not selected in the opacity of the first. It is multiplied with that of each. */
const WEBGL_UNSELECTED = { marker: { opacity: UNSELECTED_OPACITY } } as const;

export const hasWebglPoints = (data: readonly Data[]): boolean =>
  data.some(({ type }) => type === "scattergl");

/** @param element an empty element of the page */
export function createDrawnPlot(plotly: Plotly, element: HTMLElement, handlers: PlotHandlers): DrawnPlot {
  const { onHover, onSelect, onChoose, onDoubleClick, onArrange, onView, onMove } = handlers;
  const closing = new AbortController();
  const { signal } = closing;
  let isListening = false;
  let drawCount = 0;
  let drawnDragMode: Layout["dragmode"] | undefined;
  return {
    async draw(data, layout) {
      const draw = ++drawCount;
      const missing = plotly.listMissingTraces(data);
      if (missing.length > 0) await plotly.loadTraces(missing);
      // While its scripts were loading, a newer figure may have been drawn.
      if (signal.aborted || draw !== drawCount) return;
      // plotly.js finds the pixels of WebGL's points, without which a box or lasso fails, only when it draws them for such a drag. `react`
      // does not draw where nothing but the effect of a drag is new.
      const { dragmode } = layout;
      if (isListening && dragmode !== undefined && dragmode !== drawnDragMode && hasWebglPoints(data))
        await plotly.relayout(element, { dragmode });
      if (signal.aborted || draw !== drawCount) return;
      drawnDragMode = dragmode;
      const plot = await plotly.react(element, data.map(copyTrace), structuredClone(layout), PLOTLY_CONFIG);
      if (isListening || signal.aborted) return;
      isListening = true;
      const readView = () => onView(readAxes(element, plot.layout));
      readView();
      plot.on("plotly_afterplot", readView);
      plot.on("plotly_relayouting", () => {
        const axes = draggedAxes.safeParse(plot).data?._fullLayout;
        if (axes === undefined) return;
        const { xaxis, yaxis } = plot.layout;
        onMove(
          readAxes(element, {
            xaxis: { ...xaxis, range: axes.xaxis.range },
            yaxis: { ...yaxis, range: axes.yaxis.range },
          }),
        );
      });
      plot.on("plotly_hover", (event) => {
        if (!isLineEvent(event)) onHover(event.points.flatMap(toReference));
      });
      plot.on("plotly_unhover", (event) => {
        if (!isLineEvent(event)) onHover([]);
      });
      plot.on("plotly_click", ({ points: [point] }) => {
        const [reference] = point === undefined ? [] : toReference(point);
        if (reference !== undefined) onChoose(reference);
      });
      plot.on("plotly_doubleclick", onDoubleClick);
      plot.on("plotly_restyle", () => onArrange(listAxes(plot.data)));
      plot.on("plotly_selected", (event) => {
        if (!isDragged(event)) return;
        const points = event.points.flatMap(toReference);
        onSelect(points.length === 0 ? null : points, readOutline(event));
      });
      plot.on("plotly_deselect", () => onSelect(null, null));
    },
    hover(points, map) {
      if (!isListening) return;
      plotly.hover(
        element,
        points.map(({ trace, point }) => {
          if (map === undefined) return { curveNumber: trace, pointNumber: point };
          const [xval, yval] = map.findMiddle(point);
          return { curveNumber: trace, xval, yval };
        }),
      );
    },
    hoverAt(clientX, clientY) {
      const target = element.querySelector(".nsewdrag");
      if (isListening && target !== null) plotly.hover(element, { clientX, clientY, target });
    },
    leave() {
      if (isListening) plotly.unhover(element, {});
    },
    close() {
      closing.abort();
      plotly.purge(element);
    },
  };
}

/**
 * The traces of a figure in a file and on paper, as vectors: a pair plot has at most 10,000 points, which are about 2 MB of text. plotly.js
 * would draw such points, and a map, as a picture.
 */
export const listVectorTraces = (data: readonly Data[]): Data[] =>
  data
    // A trace that is not seen takes the pointer alone.
    .filter((trace) => !("opacity" in trace && trace.opacity === 0))
    .map((trace) => (trace.type === "scattergl" ? { ...trace, type: "scatter" } : copyTrace(trace)));

/** The axes of parallel coordinates and their brushes have colours of plotly.js, which on the page a style sheet replaces. */
const recolorParallelAxes = (svg: string, axisColor: string, brushColor: string): string =>
  svg
    .replaceAll('stroke="black"', `stroke="${axisColor}"`)
    .replaceAll('stroke="magenta"', `stroke="${brushColor}"`);

/** The text of an SVG file that shows the figure on the page's background. */
export async function renderFigureSvg(
  plotly: Plotly,
  data: readonly Data[],
  layout: Partial<Layout>,
  size: { readonly width: number; readonly height: number },
): Promise<string> {
  const { backgroundColor, color } = getComputedStyle(document.body);
  const brushColor = getComputedStyle(document.documentElement).getPropertyValue(
    "--mantine-primary-color-filled",
  );
  const figure = {
    data: listVectorTraces(data),
    layout: { ...structuredClone(layout), paper_bgcolor: backgroundColor },
    config: PLOTLY_CONFIG,
  };
  const address = await plotly.toImage(figure, { format: "svg", ...size });
  const svg = decodeURIComponent(address.slice(address.indexOf(",") + 1));
  return data.some(({ type }) => type === "parcoords") ? recolorParallelAxes(svg, color, brushColor) : svg;
}
