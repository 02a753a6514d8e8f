/** Designs as points over two of their variables, in the colours of their classes. */
import { formatValue, fullText } from "@understudy/shared/quantities/quantity-text.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import type { Chart, ChartAxis, RectsMark } from "../chart/chart.ts";
import { type ParallelColumn, parallelAxis } from "./parallel-coordinates.ts";
import { numberAxis, pointsMark } from "./parts.ts";
import { extent, mergeRanges, padRange, type Range } from "./ranges.ts";

export type PairColumn = ParallelColumn & {
  readonly shown: ShownUnit;
  /** Within which it was varied, in shown values; null where that is not known, and for options. */
  readonly range: Range | null;
};
export type PairClass = { readonly name: string; readonly color: string; readonly isHollow: boolean };
export type PairBox = { readonly x: Range | null; readonly y: Range | null };

type DesignPairs = {
  readonly x: PairColumn;
  readonly y: PairColumn;
  readonly scores: readonly (number | null)[];
  /** The first lies lowest. */
  readonly classes: readonly PairClass[];
  /** The index of each design's class in `classes`. */
  readonly classIndices: readonly number[];
  /** A region to be shaded: null along an axis that it takes as a whole. */
  readonly box: (PairBox & { readonly color: string }) | null;
  /** The design that is marked; null: none. */
  readonly chosen: number | null;
  readonly ink: string;
};

export function designPairsChart({
  x,
  y,
  scores,
  classes,
  classIndices,
  box,
  chosen,
  ink,
}: DesignPairs): Chart {
  const [across, up] = [createPlacedAxis(x), createPlacedAxis(y)];
  const ofClass = (number: number) =>
    classIndices.flatMap((classIndex, at) => (classIndex === number ? [at] : []));
  const valueText = (column: PairColumn, at: number): string => {
    const value = column.values[at] ?? null;
    if (value === null) return "–";
    return typeof value === "number" ? fullText(value, column.shown) : value;
  };
  const parts = (at: number) => [
    { label: x.name, text: valueText(x, at), color: null },
    { label: y.name, text: valueText(y, at), color: null },
    { label: "Score", text: scoreText(scores[at] ?? null), color: null },
    {
      label: classes[classIndices[at] ?? 0]?.name ?? "",
      text: "",
      color: classes[classIndices[at] ?? 0]?.color ?? null,
    },
  ];
  const marked = chosen === null ? [] : [chosen];
  return {
    x: across.axis,
    y: up.axis,
    zones: [],
    marks: [
      ...(box === null ? [] : [shade(box, across.axis.range, up.axis.range)]),
      ...classes.map(({ name, color, isHollow }, number) =>
        pointsMark({
          name,
          x: ofClass(number).map((at) => across.places[at] ?? Number.NaN),
          y: ofClass(number).map((at) => up.places[at] ?? null),
          color,
          isHollow,
          radius: 3,
        }),
      ),
      pointsMark({
        name: "Selected",
        x: marked.map((at) => across.places[at] ?? Number.NaN),
        y: marked.map((at) => up.places[at] ?? null),
        color: ink,
        radius: 8,
        isHollow: true,
      }),
    ],
    revision: `designs ${x.name} ${y.name}`,
    summary: `Designs over ${x.name} and ${y.name}: ${classes.map(({ name }, number) => `${ofClass(number).length} ${name.toLowerCase()}`).join(", ")}.`,
    readout: {
      x: across.places.map((value) => value ?? Number.NaN),
      y: up.places,
      count: scores.length,
      nearest: "both",
      parts,
      describe: (at) =>
        parts(at)
          .map(({ label, text }) => `${label} ${text}`.trim())
          .join(", "),
    },
    table: () => ({
      header: [formatHeader(x), formatHeader(y), "score", "class"],
      rows: scores.map((score, at) => [
        x.values[at] ?? null,
        y.values[at] ?? null,
        score,
        classes[classIndices[at] ?? 0]?.name ?? "",
      ]),
    }),
  };
}

function createPlacedAxis(column: PairColumn): { axis: ChartAxis; places: (number | null)[] } {
  const { axis, places } = parallelAxis(column);
  const { name, unit, categories } = axis;
  if (categories !== null) return { axis: numberAxis(name, unit, axis.range, { categories }), places };
  const valueRange = extent(places.flatMap((value) => value ?? []));
  return { axis: numberAxis(name, unit, padRange(mergeRanges(valueRange, column.range) ?? [0, 1])), places };
}

const shade = (box: PairBox & { readonly color: string }, across: Range, up: Range): RectsMark => ({
  kind: "rects",
  name: "Selected region",
  x: [box.x ?? across],
  y: [box.y ?? up],
  color: box.color,
});

const scoreText = (score: number | null): string => (score === null ? "–" : formatValue(score));
const formatHeader = ({ name, unit }: PairColumn): string => (unit === "" ? name : `${name} (${unit})`);
