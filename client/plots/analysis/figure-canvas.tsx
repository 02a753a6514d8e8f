import { useMergedRef } from "@mantine/hooks";
import type { Data, Layout } from "plotly.js/lib/core";
import { type MouseEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { PlotArea } from "../chart/layout.ts";
import { PeoplePointers, PlotPins } from "../chart/plot-pins.tsx";
import { useDrawnPlot, useSharedPointer } from "../chart/plot-presence.ts";
import { useIsPrinting } from "../printing.ts";
import { useWidth } from "../use-width.ts";
import type { AnalysisFigure, PointReference } from "./analysis-figure.ts";
import { isWithin } from "./axes-area.ts";
import {
  createDrawnPlot,
  type DrawnPlot,
  hasWebglPoints,
  listVectorTraces,
  type PlotHandlers,
} from "./drawn-plot.ts";
import { type FigurePicture, PictureLayer } from "./picture-layer.tsx";
import { findNearestPoint, listPointsWithin } from "./point-raster.ts";
import { RasterLayer, type RasterState } from "./raster-layer.tsx";
import { LineMarks, Ring } from "./reading-marks.tsx";
import type { Plotly } from "./use-plotly.ts";

export type Drawing = RasterState & { readonly data: readonly Data[]; readonly layout: Partial<Layout> };

/** In values of the axes, or in pixels. */
type Place = readonly [number, number];

/** plotly.js takes a tap for a drag until this has passed, and hovers over nothing meanwhile. */
const TAP_MS = 100;

/** A click or a tap chooses a point that lies no further from it: plotly.js reports the nearest one, however far it is. */
const CHOICE_DISTANCES_PX = { click: 12, tap: 24 } as const;

type FigureCanvasProps = Omit<PlotHandlers, "onMove" | "onSelect"> & {
  /** null: the selection was given up. */
  onSelect: (points: readonly PointReference[] | null) => void;
  plotly: Plotly;
  drawing: Drawing;
  height: number;
  /** Set while the figure is drawn. */
  plot: RefObject<DrawnPlot | null>;
  /** The drawing is at least as wide, in pixels; the plot scrolls where it has less room. */
  minWidth: number;
  figure: AnalysisFigure;
  /** It covers the axes while the figure waits to be drawn; null: it does not wait. */
  picture: FigurePicture | null;
  onFailure: () => void;
  label: string;
  /** The axes as they are drawn; null: none of numbers alone. */
  area: PlotArea | null;
  /** The point that is read; null: none is. */
  read: PointReference | null;
};

/** The element that plotly.js draws into: drawn again when its figure or its width changes. */
export function FigureCanvas(props: FigureCanvasProps) {
  const { plotly, drawing, height, plot, minWidth, figure, picture, onFailure, label, read } = props;
  const { raster, lines } = figure;
  /** The axes while the reader drags or zooms them. */
  const [movedArea, setMovedArea] = useState<PlotArea | null>(null);
  const area = movedArea ?? props.area;
  const handlers = useRef(props);
  handlers.current = props;
  const { ref: measure, width } = useWidth();
  const element = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  /** The pointer was pressed here last, in pixels of the drawing. */
  const pressed = useRef<Place>([0, 0]);
  const ref = useMergedRef(element, measure);
  const { press, draw } = useDragHold();
  const choose = useCallback((point: PointReference) => {
    const { area, figure, onChoose } = handlers.current;
    const { locate, isChosenByTap = false } = figure;
    if (locate === undefined || area === null) return onChoose(point);
    if (isTouched.current && !isChosenByTap) return;
    const distance = CHOICE_DISTANCES_PX[isTouched.current ? "tap" : "click"];
    const place = locate(point);
    if (place !== null && measureDistance(area, place, pressed.current) <= distance) onChoose(point);
  }, []);
  useEffect(() => {
    if (element.current === null) return;
    const drawn = createDrawnPlot(plotly, element.current, {
      // A tap reads a value, which stays until the plot is left.
      onHover: (points) => (points.length > 0 || !isTouched.current) && handlers.current.onHover(points),
      onSelect: (points, outline) => {
        const { figure, drawing, onSelect } = handlers.current;
        const { raster } = figure;
        if (raster === undefined || outline === null) return onSelect(points);
        const within = listPointsWithin(raster.points, drawing.hidden, outline).map(raster.refer);
        onSelect(within.length === 0 ? null : within);
      },
      onChoose: choose,
      onDoubleClick: () => handlers.current.onDoubleClick(),
      onArrange: (axes) => handlers.current.onArrange(axes),
      onView: (view) => {
        setMovedArea(null);
        handlers.current.onView(view);
      },
      onMove: (view) => {
        if (handlers.current.figure.raster !== undefined) setMovedArea(view?.area ?? null);
      },
    });
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.close();
    };
  }, [plotly, plot, choose]);
  const isPrinting = useIsPrinting();
  const data = useMemo(
    () => (isPrinting && hasWebglPoints(drawing.data) ? listVectorTraces(drawing.data) : drawing.data),
    [isPrinting, drawing.data],
  );
  useEffect(() => {
    if (width === 0) return;
    draw(() => {
      plot.current?.draw(data, { ...drawing.layout, width, height }).catch(onFailure);
    });
  }, [plot, data, drawing.layout, width, height, onFailure, draw]);
  useDrawnPlot(element, label, area);
  const sharePointer = useSharedPointer(label, area);
  /** The line or painted point at the pointer; null: none is near, or the pointer is on an axis, which it brushes or moves. */
  const findPointed = ([x, y]: Place, target: EventTarget): PointReference | null => {
    if (raster === undefined)
      return target instanceof HTMLCanvasElement
        ? (lines?.findNearest({ x, y }, { width, height }) ?? null)
        : null;
    if (area === null || !isWithin(area, [x, y])) return null;
    const point = findNearestPoint(raster.points, drawing.hidden, area, { x, y });
    return point === null ? null : raster.refer(point);
  };
  const hoverPointed = (place: Place, target: EventTarget) => {
    const pointed = findPointed(place, target);
    props.onHover(pointed === null ? [] : [pointed]);
  };
  const isPointedHere = lines !== undefined || raster !== undefined;
  return (
    <div className="plot-drawing" style={{ height, minWidth }}>
      <div
        ref={ref}
        style={{ height }}
        aria-hidden="true"
        data-plot=""
        {...(isPointedHere && {
          onMouseMove: (event: MouseEvent<HTMLElement>) => hoverPointed(findPlace(event), event.target),
          onMouseLeave: () => !isTouched.current && props.onHover([]),
          onClick: ({ target }: MouseEvent<HTMLElement>) => {
            const pointed = findPointed(pressed.current, target);
            if (pointed !== null) choose(pointed);
          },
        })}
        // A plot takes the wheel once it is clicked; before, the wheel scrolls the page.
        onPointerDownCapture={(event) => {
          pressed.current = findPlace(event);
          isTouched.current = event.pointerType !== "mouse";
          press();
          event.currentTarget.closest<HTMLElement>(".plot-walk")?.focus({ preventScroll: true });
        }}
        onPointerMove={(event) => sharePointer(findPlace(event))}
        onPointerLeave={() => sharePointer(null)}
        // A finger that scrolls the page ends with `pointercancel` instead.
        onPointerUp={({ pointerType, clientX, clientY, target }) => {
          if (pointerType === "mouse") return;
          if (raster === undefined) setTimeout(() => plot.current?.hoverAt(clientX, clientY), TAP_MS);
          else hoverPointed(pressed.current, target);
        }}
        onWheelCapture={(event) => {
          if (!event.ctrlKey && !event.currentTarget.closest(".plot-walk:focus-within"))
            event.stopPropagation();
        }}
      />
      {lines !== undefined && <LineMarks {...{ lines, read, width, height }} />}
      {area !== null && (
        <AxesLayers {...{ figure, picture, drawing, area, read, label }} isMoving={movedArea !== null} />
      )}
    </div>
  );
}

type AxesLayersProps = Pick<FigureCanvasProps, "figure" | "picture" | "drawing" | "read" | "label"> & {
  area: PlotArea;
  /** The reader is dragging or zooming the axes. */
  isMoving: boolean;
};

/** All that the page draws above the axes. */
function AxesLayers({ figure, picture, drawing, area, isMoving, read, label }: AxesLayersProps) {
  const { raster, legend, locate } = figure;
  const ring = read && locate?.(read);
  const { hidden, selected } = drawing;
  return (
    <>
      {raster !== undefined && <RasterLayer {...{ raster, area, isMoving, hidden, selected }} />}
      {picture !== null && <PictureLayer {...{ picture, area, legend, hidden }} />}
      {ring && <Ring at={ring} area={area} hasSpikes={raster !== undefined} />}
      <PeoplePointers plot={label} layout={area} />
      <PlotPins plot={label} layout={area} />
    </>
  );
}

type DragHold = {
  /** The pointer is pressed in the plot, until it is released anywhere. */
  readonly press: () => void;
  /** Draws at once, or after the release. Of several drawings that wait, the last one is drawn. */
  readonly draw: (drawing: () => void) => void;
};

/**
 * Holds drawings back while the pointer drags in the plot. plotly.js loses a brush, box or zoom that is being dragged when it draws
 * anew, as for a result that has just arrived.
 */
function useDragHold(): DragHold {
  const pressing = useRef<AbortController>(null);
  const waiting = useRef<() => void>(null);
  const press = useCallback(() => {
    pressing.current?.abort();
    const controller = new AbortController();
    pressing.current = controller;
    const release = () => {
      controller.abort();
      // plotly.js ends its drag at the `mouseup` or `touchend` that follows `pointerup`.
      setTimeout(() => {
        if (pressing.current !== controller) return;
        pressing.current = null;
        waiting.current?.();
        waiting.current = null;
      });
    };
    const { signal } = controller;
    // A menu that opens at the pointer may take the release: plotly.js does not drag then.
    for (const type of ["pointerup", "pointercancel", "contextmenu", "blur"])
      window.addEventListener(type, release, { signal });
  }, []);
  const draw = useCallback((drawing: () => void) => {
    if (pressing.current === null) drawing();
    else waiting.current = drawing;
  }, []);
  useEffect(
    () => () => {
      pressing.current?.abort();
      waiting.current = null;
    },
    [],
  );
  return { press, draw };
}

/** The distance in pixels between a place in values of the axes and one in pixels of the drawing. */
const measureDistance = ({ place }: PlotArea, [x, y]: Place, [pressedX, pressedY]: Place): number =>
  Math.hypot(place.x.to(x) - pressedX, place.y.to(y) - pressedY);

/** From the left and the top of the drawing, in pixels. */
function findPlace({ currentTarget, clientX, clientY }: MouseEvent<HTMLElement>): Place {
  const { left, top } = currentTarget.getBoundingClientRect();
  return [clientX - left, clientY - top];
}
