import { barText, type CornerChart, cellText, cornerTable } from "../figures/corner.ts";
import { CornerFrame } from "./corner-frame.tsx";
import { binAt, type CornerLayout, panelAt } from "./corner-layout.ts";
import { CornerPanels } from "./corner-panels.tsx";

type Props = { chart: CornerChart; label: string };

/** The distribution of each parameter on the diagonal, and those of all pairs below it. */
export function CornerPlot({ chart, label }: Props) {
  const names = chart.parameters.map(({ name }) => name).join(", ");
  return (
    <CornerFrame
      parameters={chart.parameters}
      label={label}
      summary={`The distributions of ${names}, and of each pair of them. The table of parameters holds their medians and intervals.`}
      table={() => cornerTable(chart)}
      textAt={(layout, at) => textAt(chart, layout, at)}
    >
      {(layout) => <CornerPanels chart={chart} layout={layout} />}
    </CornerFrame>
  );
}

function textAt(chart: CornerChart, layout: CornerLayout, at: readonly [number, number]): string {
  const panel = panelAt(layout, chart.parameters.length, at);
  if (panel === null) return "";
  const across = layout.along[panel.column]?.scale.from(panel.x) ?? 0;
  const parameter = chart.parameters[panel.column];
  if (panel.column === panel.row) {
    const bin = parameter === undefined ? null : binAt(parameter.edges, across);
    return parameter === undefined || bin === null ? "" : barText(parameter, bin, "samples");
  }
  const pair = chart.pairs.find(({ first, second }) => first === panel.column && second === panel.row);
  if (pair === undefined) return "";
  const up = layout.along[panel.row]?.scale.from(panel.y) ?? 0;
  const [column, row] = [binAt(pair.x, across), binAt(pair.y, up)];
  return column === null || row === null ? "" : cellText(chart, pair, column, row);
}
