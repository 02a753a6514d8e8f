import { useElementSize, useMergedRef } from "@mantine/hooks";
import type { Data, Layout } from "plotly.js/lib/core";
import { type RefObject, useEffect, useRef } from "react";
import { createDrawnPlot, type DrawnPlot, type PlotHandlers } from "./drawn-plot.ts";
import type { Plotly } from "./use-plotly.ts";

export type Drawing = { readonly data: readonly Data[]; readonly layout: Partial<Layout> };

/** plotly.js takes a tap for a drag until this has passed, and hovers over nothing meanwhile. */
const TAP_MS = 100;

type FigureCanvasProps = PlotHandlers & {
  plotly: Plotly;
  drawing: Drawing;
  height: number;
  /** Set while the figure is drawn. */
  plot: RefObject<DrawnPlot | null>;
  onFailure: () => void;
};

/** The element that plotly.js draws into: drawn again when its figure or its width changes. */
export function FigureCanvas(props: FigureCanvasProps) {
  const { plotly, drawing, height, plot, onHover, onSelect, onFailure } = props;
  const { ref: measure, width } = useElementSize<HTMLDivElement>();
  const element = useRef<HTMLDivElement>(null);
  const isTouched = useRef(false);
  const ref = useMergedRef(element, measure);
  useEffect(() => {
    if (element.current === null) return;
    const drawn = createDrawnPlot(plotly, element.current, {
      // A tap reads a value, which stays until the plot is left.
      onHover: (points) => (points.length > 0 || !isTouched.current) && onHover(points),
      onSelect,
    });
    plot.current = drawn;
    return () => {
      plot.current = null;
      drawn.close();
    };
  }, [plotly, plot, onHover, onSelect]);
  useEffect(() => {
    if (width === 0) return;
    plot.current?.draw(drawing.data, { ...drawing.layout, width, height }).catch(onFailure);
  }, [plot, drawing, width, height, onFailure]);
  return (
    <div
      ref={ref}
      className="plot-drawing"
      style={{ height }}
      aria-hidden="true"
      // A plot takes the wheel once it is clicked; before, the wheel scrolls the page.
      onPointerDownCapture={({ currentTarget, pointerType }) => {
        isTouched.current = pointerType !== "mouse";
        currentTarget.closest<HTMLElement>(".plot-walk")?.focus({ preventScroll: true });
      }}
      // A finger that scrolls the page ends with `pointercancel` instead.
      onPointerUp={({ pointerType, clientX, clientY }) => {
        if (pointerType !== "mouse") setTimeout(() => plot.current?.hoverAt(clientX, clientY), TAP_MS);
      }}
      onWheelCapture={(event) => {
        if (!event.ctrlKey && !event.currentTarget.closest(".plot-walk:focus-within"))
          event.stopPropagation();
      }}
    />
  );
}
