import "../plot.css";
import { VisuallyHidden } from "@mantine/core";
import { useElementSize } from "@mantine/hooks";
import { type PointerEvent, useId, useMemo, useRef, useState } from "react";
import { tableCsv } from "../csv.ts";
import { barText, type CornerChart, cellText, cornerTable } from "../figures/corner.ts";
import { svgFileText } from "../plot-image.ts";
import { type PlotFiles, PlotTools } from "../plot-tools.tsx";
import { binAt, cornerLayout, panelAt } from "./corner-layout.ts";
import { CornerPanels } from "./corner-panels.tsx";
import classes from "./corner-plot.module.css";

type Props = { chart: CornerChart; label: string };

/** The distribution of each parameter on the diagonal, and those of all pairs below it. */
export function CornerPlot({ chart, label }: Props) {
  const { ref, width } = useElementSize();
  const svg = useRef<SVGSVGElement>(null);
  const summaryId = useId();
  const [said, setSaid] = useState("");
  const layout = useMemo(() => cornerLayout(chart.parameters, width), [chart.parameters, width]);
  const shown = useRef({ chart, layout });
  shown.current = { chart, layout };
  const files = useMemo(
    (): PlotFiles => ({
      svg: async () => (svg.current === null ? "" : svgFileText(svg.current)),
      csv: () => tableCsv(cornerTable(shown.current.chart)),
      size: () => shown.current.layout,
    }),
    [],
  );
  const follow = (event: PointerEvent) => {
    const box = event.currentTarget.getBoundingClientRect();
    setSaid(textAt(chart, layout, [event.clientX - box.left, event.clientY - box.top]));
  };
  const names = chart.parameters.map(({ name }) => name).join(", ");
  return (
    <figure className="plot" ref={ref} aria-labelledby={summaryId}>
      <div className="plot-readout">
        <b>{said}</b>
      </div>
      <section
        className={classes.frame}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by the keyboard
        tabIndex={0}
      >
        <svg
          ref={svg}
          className={classes.canvas}
          width={layout.width}
          height={layout.height}
          aria-hidden="true"
          onPointerMove={follow}
          onPointerLeave={() => setSaid("")}
        >
          <CornerPanels chart={chart} layout={layout} />
        </svg>
      </section>
      <PlotTools label={label} onReset={null} files={files} />
      <VisuallyHidden component="figcaption" id={summaryId}>
        {`The distributions of ${names}, and of each pair of them. The table of parameters holds their medians and intervals.`}
      </VisuallyHidden>
    </figure>
  );
}

function textAt(
  chart: CornerChart,
  layout: ReturnType<typeof cornerLayout>,
  at: readonly [number, number],
): string {
  const panel = panelAt(layout, chart, at);
  if (panel === null) return "";
  const across = layout.along[panel.column]?.scale.from(panel.x) ?? 0;
  const parameter = chart.parameters[panel.column];
  if (panel.column === panel.row) {
    const bin = parameter === undefined ? null : binAt(parameter.edges, across);
    return parameter === undefined || bin === null ? "" : barText(parameter, bin);
  }
  const pair = chart.pairs.find(({ first, second }) => first === panel.column && second === panel.row);
  if (pair === undefined) return "";
  const up = layout.along[panel.row]?.scale.from(panel.y) ?? 0;
  const [column, row] = [binAt(pair.x, across), binAt(pair.y, up)];
  return column === null || row === null ? "" : cellText(chart, pair, column, row);
}
