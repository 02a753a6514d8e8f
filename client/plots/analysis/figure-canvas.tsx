import { useMergedRef } from "@mantine/hooks";
import type { Data, Layout } from "plotly.js/lib/core";
import { type MouseEvent, type RefObject, useCallback, useEffect, useRef } from "react";
import type { PlotArea } from "../chart/layout.ts";
import { PeoplePointers, PlotPins } from "../chart/plot-pins.tsx";
import { useDrawnPlot, useSharedPointer } from "../chart/plot-presence.ts";
import { useWidth } from "../use-width.ts";
import type { AnalysisFigure } from "./analysis-figure.ts";
import { createDrawnPlot, type DrawnPlot, type PlotHandlers } from "./drawn-plot.ts";
import type { Plotly } from "./use-plotly.ts";

export type Drawing = { readonly data: readonly Data[]; readonly layout: Partial<Layout> };

/** In values of the axes, or in pixels. */
type Place = readonly [number, number];

/** plotly.js takes a tap for a drag until this has passed, and hovers over nothing meanwhile. */
const TAP_MS = 100;

/** A click or a tap chooses a point that lies no further from it: plotly.js reports the nearest one, however far it is. */
const CHOICE_DISTANCES_PX = { click: 12, tap: 24 } as const;

type FigureCanvasProps = PlotHandlers & {
  plotly: Plotly;
  drawing: Drawing;
  height: number;
  /** Set while the figure is drawn. */
  plot: RefObject<DrawnPlot | null>;
  /** The drawing is at least as wide, in pixels; the plot scrolls where it has less room. */
  minWidth: number;
  figure: AnalysisFigure;
  onFailure: () => void;
  label: string;
  /** The axes as they are drawn; null: none of numbers alone. */
  area: PlotArea | null;
  /** The point that is read, in values of the axes; null: none, or it has no place. */
  ring: Place | null;
};

/** The element that plotly.js draws into: drawn again when its figure or its width changes. */
export function FigureCanvas(props: FigureCanvasProps) {
  const { plotly, drawing, height, plot, minWidth, figure, onFailure, label, area, ring } = props;
  const { findNearest } = figure;
  const handlers = useRef(props);
  handlers.current = props;
  const { ref: measure, width } = useWidth();
  const element = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  /** The pointer was pressed here last, in pixels of the drawing. */
  const pressed = useRef<Place>([0, 0]);
  const ref = useMergedRef(element, measure);
  const { press, draw } = useDragHold();
  useEffect(() => {
    if (element.current === null) return;
    const drawn = createDrawnPlot(plotly, element.current, {
      // A tap reads a value, which stays until the plot is left.
      onHover: (points) => (points.length > 0 || !isTouched.current) && handlers.current.onHover(points),
      onSelect: (points) => handlers.current.onSelect(points),
      onChoose: (point) => {
        const { area, figure, onChoose } = handlers.current;
        const { locate, isChosenByTap = false } = figure;
        if (locate === undefined || area === null) return onChoose(point);
        if (isTouched.current && !isChosenByTap) return;
        const distance = CHOICE_DISTANCES_PX[isTouched.current ? "tap" : "click"];
        if (measureDistance(area, locate(point), pressed.current) <= distance) onChoose(point);
      },
      onArrange: (axes) => handlers.current.onArrange(axes),
      onView: (view) => handlers.current.onView(view),
    });
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.close();
    };
  }, [plotly, plot]);
  useEffect(() => {
    if (width === 0) return;
    draw(() => {
      plot.current?.draw(drawing.data, { ...drawing.layout, width, height }).catch(onFailure);
    });
  }, [plot, drawing, width, height, onFailure, draw]);
  useDrawnPlot(element, label, area);
  const sharePointer = useSharedPointer(label, area);
  /** The line at the pointer; null: none is near, or the pointer is on an axis, which it brushes. */
  const findLine = ({ clientX, clientY, target, currentTarget }: MouseEvent<HTMLElement>) => {
    if (!(target instanceof HTMLCanvasElement)) return null;
    const { left, top } = currentTarget.getBoundingClientRect();
    return findNearest?.({ x: clientX - left, y: clientY - top }, { width, height }) ?? null;
  };
  return (
    <div className="plot-drawing" style={{ height, minWidth }}>
      <div
        ref={ref}
        style={{ height }}
        aria-hidden="true"
        data-plot=""
        {...(findNearest !== undefined && {
          onMouseMove: (event: MouseEvent<HTMLElement>) => {
            const line = findLine(event);
            props.onHover(line === null ? [] : [line]);
          },
          onMouseLeave: () => props.onHover([]),
          onClick: (event: MouseEvent<HTMLElement>) => {
            const line = findLine(event);
            if (line !== null) props.onChoose(line);
          },
        })}
        // A plot takes the wheel once it is clicked; before, the wheel scrolls the page.
        onPointerDownCapture={({ currentTarget, pointerType, clientX, clientY }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          pressed.current = [clientX - left, clientY - top];
          isTouched.current = pointerType !== "mouse";
          press();
          currentTarget.closest<HTMLElement>(".plot-walk")?.focus({ preventScroll: true });
        }}
        onPointerMove={({ currentTarget, clientX, clientY }) => {
          const { left, top } = currentTarget.getBoundingClientRect();
          sharePointer([clientX - left, clientY - top]);
        }}
        onPointerLeave={() => sharePointer(null)}
        // A finger that scrolls the page ends with `pointercancel` instead.
        onPointerUp={({ pointerType, clientX, clientY }) => {
          if (pointerType !== "mouse") setTimeout(() => plot.current?.hoverAt(clientX, clientY), TAP_MS);
        }}
        onWheelCapture={(event) => {
          if (!event.ctrlKey && !event.currentTarget.closest(".plot-walk:focus-within"))
            event.stopPropagation();
        }}
      />
      {area !== null && (
        <>
          {ring !== null && <Ring at={ring} area={area} />}
          <PeoplePointers plot={label} layout={area} />
          <PlotPins plot={label} layout={area} />
        </>
      )}
    </div>
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

/** A ring around the point that is read. */
function Ring({ at: [x, y], area: { left, right, top, bottom, place } }: { at: Place; area: PlotArea }) {
  const [atX, atY] = [place.x.to(x), place.y.to(y)];
  const isVisible = atX >= left && atX <= right && atY >= top && atY <= bottom;
  return isVisible ? <div className="plot-ring" style={{ left: atX, top: atY }} /> : null;
}
