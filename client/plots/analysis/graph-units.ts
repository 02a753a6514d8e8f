import type { GraphAxis, GraphFigure, GraphTrace } from "@understudy/shared/api/graph-figure.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { extent } from "../figures/ranges.ts";

type Place = GraphTrace["x"][number];

export const isOnRight = (trace: GraphTrace): boolean => trace.type === "scatter" && trace.yaxis === "y2";

/** A figure with its numbers in the units that the pages show: with the prefix that their range asks for. */
export function convertToShownUnits({ data, layout }: GraphFigure): GraphFigure {
  const { units } = layout.meta;
  const x = chooseUnit(
    layout.xaxis,
    units.xaxis,
    data.flatMap((trace) => listNumbers(trace.x)),
  );
  const heights = (isRight: boolean) =>
    data.filter((trace) => isOnRight(trace) === isRight).flatMap((trace) => listNumbers(trace.y));
  const y = chooseUnit(layout.yaxis, units.yaxis, heights(false));
  const right = layout.yaxis2 && chooseUnit(layout.yaxis2, units.yaxis2, heights(true));
  return {
    data: data.map((trace) =>
      rescaleTrace(trace, x.multiplier, ((isOnRight(trace) ? right : null) ?? y).multiplier),
    ),
    layout: {
      ...layout,
      xaxis: { ...layout.xaxis, ...x.title },
      yaxis: { ...layout.yaxis, ...y.title },
      ...(layout.yaxis2 !== undefined && { yaxis2: { ...layout.yaxis2, ...right?.title } }),
      meta: {
        units: {
          ...(x.unit !== "" && { xaxis: x.unit }),
          ...(y.unit !== "" && { yaxis: y.unit }),
          ...(right !== undefined && right.unit !== "" && { yaxis2: right.unit }),
        },
      },
    },
  };
}

const isNumber = (value: Place): value is number => typeof value === "number";
const listNumbers = (places: readonly Place[]): number[] => places.filter(isNumber);

/** The unit that an axis is shown in, with its title; a stored value divided by the multiplier is the shown one. */
function chooseUnit({ title: { text }, type }: GraphAxis, written = "", values: readonly number[]) {
  const [min, max] = extent(values) ?? [null, null];
  const unit = shownUnit({ unit: written, multiplier: 1, min, max, values: null });
  const ending = `(${written})`;
  // The ticks of a logarithmic axis have prefixes of their own.
  if (written === "" || type === "log" || unit.multiplier === 1 || !text.endsWith(ending))
    return { title: { title: { text } }, unit: written, multiplier: 1 };
  const title = { text: `${text.slice(0, -ending.length)}(${unit.text})` };
  return { title: { title }, unit: unit.text, multiplier: unit.multiplier };
}

function rescaleTrace(trace: GraphTrace, byX: number, byY: number): GraphTrace {
  const across = <Value extends Place>(value: Value) => (isNumber(value) ? value / byX : value);
  const up = (value: number) => value / byY;
  switch (trace.type) {
    case "scatter":
      return { ...trace, x: trace.x.map(across), y: trace.y.map((value) => value && up(value)) };
    case "bar":
      return {
        ...trace,
        x: trace.x.map(across),
        y: trace.y.map(up),
        ...(trace.width !== undefined && { width: trace.width.map((width) => width / byX) }),
      };
    case "heatmap":
      return { ...trace, x: trace.x.map(across), y: trace.y.map(up) };
  }
}
