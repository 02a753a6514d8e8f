import { shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { extent } from "./ranges.ts";
import type { ReadyGraph } from "./spec-graph-table.ts";

type Figure = ReadyGraph["figure"];
type Trace = Figure["data"][number];
type Axis = Figure["layout"]["xaxis"];
type Place = Trace["x"][number];

/** A graph with its numbers in the units that the pages show: with the prefix that their range asks for. */
export function convertToShownUnits(graph: ReadyGraph): ReadyGraph {
  const { data, layout } = graph.figure;
  const x = shown(
    layout.xaxis,
    data.flatMap(({ x }) => numbersIn(x)),
  );
  const isOnRight = (trace: Trace): boolean => trace.type === "scatter" && trace.yaxis === "y2";
  const heights = (isRight: boolean) =>
    data
      .filter((trace) => isOnRight(trace) === isRight)
      .flatMap(({ y }) => y.flatMap((value) => value ?? []));
  const y = shown(layout.yaxis, heights(false));
  const right = layout.yaxis2 && shown(layout.yaxis2, heights(true));
  const traces = data.map((trace) =>
    rescaleTrace(trace, x.multiplier, ((isOnRight(trace) ? right : null) ?? y).multiplier),
  );
  return {
    ...graph,
    figure: {
      data: traces,
      layout: { ...layout, xaxis: x.axis, yaxis: y.axis, ...(right !== undefined && { yaxis2: right.axis }) },
    },
  };
}

const isNumber = (value: Place): value is number => typeof value === "number";
const numbersIn = (places: readonly Place[]): number[] => places.filter(isNumber);

function shown(axis: Axis, values: readonly number[]): { axis: Axis; multiplier: number } {
  const { unit: written = "", title } = axis;
  const [min, max] = extent(values) ?? [null, null];
  const { text, multiplier } = shownUnit({ unit: written, multiplier: 1, min, max, values: null });
  const ending = `(${written})`;
  if (written === "" || multiplier === 1 || !title.text.endsWith(ending)) return { axis, multiplier: 1 };
  const name = title.text.slice(0, -ending.length);
  return { axis: { ...axis, title: { text: `${name}(${text})` }, unit: text }, multiplier };
}

function rescaleTrace(trace: Trace, byX: number, byY: number): Trace {
  const across = <Value extends Place>(value: Value) => (isNumber(value) ? value / byX : value);
  const up = (value: number) => value / byY;
  switch (trace.type) {
    case "scatter":
      return { ...trace, x: trace.x.map(across), y: trace.y.map((value) => value && up(value)) };
    case "bar":
      return { ...trace, x: trace.x.map(across), y: trace.y.map(up), width: trace.width?.map(across) };
    case "heatmap":
      return { ...trace, x: trace.x.map(across), y: trace.y.map(up) };
  }
}
