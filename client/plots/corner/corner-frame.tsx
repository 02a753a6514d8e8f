import "../plot.css";
import { VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, type ReactNode, useId, useMemo, useRef, useState } from "react";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import type { ChartTable } from "../chart/chart.ts";
import { tableCsv } from "../csv.ts";
import type { CornerParameter } from "../figures/corner.ts";
import { svgFileText } from "../plot-image.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import { type CornerLayout, cornerLayout } from "./corner-layout.ts";
import classes from "./corner-plot.module.css";

type Props = {
  parameters: readonly CornerParameter[];
  label: string;
  /** One or two sentences that say what the plot shows. */
  summary: string;
  /** Returns the numbers that are saved as CSV. */
  table: () => ChartTable;
  /** Describes a point of the drawing, in pixels; "": nothing is there. */
  textAt: (layout: CornerLayout, at: readonly [number, number]) => string;
  /** The panels. */
  children: (layout: CornerLayout) => ReactNode;
};

/** A panel for each pair of parameters below a diagonal of histograms: its readout, files and text alternative. */
export function CornerFrame({ parameters, label, summary, table, textAt, children }: Props) {
  const { ref, width } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const summaryId = useId();
  const [readoutText, setReadoutText] = useState("");
  const layout = useMemo(() => cornerLayout(parameters, width), [parameters, width]);
  const shown = useRef({ table, layout });
  shown.current = { table, layout };
  const files = useMemo(
    (): PlotFiles => ({
      svg: async () => (svg.current === null ? "" : svgFileText(svg.current)),
      csv: () => tableCsv(shown.current.table()),
      size: () => shown.current.layout,
    }),
    [],
  );
  const follow = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    setReadoutText(textAt(layout, [event.clientX - box.left, event.clientY - box.top]));
  };
  return (
    <figure className="plot" ref={ref} aria-labelledby={summaryId}>
      <div className="plot-readout">
        <b>{readoutText}</b>
      </div>
      <ScrollFrame label={label} className={classes.frame}>
        <svg
          ref={svg}
          className={classes.canvas}
          width={layout.width}
          height={layout.height}
          aria-hidden="true"
          // A tap reads a place, which stays until the next; a mouse reads without a button.
          onPointerDown={follow}
          onPointerMove={follow}
          onPointerLeave={({ pointerType }) => pointerType === "mouse" && setReadoutText("")}
        >
          {children(layout)}
        </svg>
      </ScrollFrame>
      <PlotTools label={label} onReset={null} files={files} />
      <VisuallyHidden component="figcaption" id={summaryId}>
        {summary}
      </VisuallyHidden>
    </figure>
  );
}
