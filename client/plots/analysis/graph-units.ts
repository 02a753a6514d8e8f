import type { GraphAxis, GraphFigure, GraphTrace } from "@understudy/shared/api/graph-figure.ts";
import { nameWithUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { extent } from "../model/ranges.ts";

type Place = GraphTrace["x"][number];

export const isOnRight = (trace: GraphTrace): boolean => trace.type === "scatter" && trace.yaxis === "y2";

/** The name in the title of an axis, and the unit with which it ends. */
export function splitTitle(text: string, unit = ""): { name: string; unit: string } {
  const ending = `(${unit})`;
  if (unit === "" || !text.endsWith(ending)) return { name: text, unit: "" };
  return { name: text.slice(0, -ending.length).trim(), unit };
}

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
  const { name, unit: ending } = splitTitle(text, written);
  // The ticks of a logarithmic axis have prefixes of their own.
  if (ending === "" || type === "log" || unit.multiplier === 1)
    return { title: { title: { text } }, unit: written, multiplier: 1 };
  const title = { text: nameWithUnit(name, unit.text) };
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
