/** Designs as lines over one axis for each of their values. */
import { tableCsv } from "../csv.ts";
import { extent, type Range } from "./ranges.ts";

export type ParallelAxis = {
  readonly name: string;
  /** "": none. */
  readonly unit: string;
  /** Shown values; the first lies at the bottom. */
  readonly range: Range;
  /** Names of the whole numbers from 0; null: numbers. */
  readonly categories: readonly string[] | null;
};
export type ParallelLine = {
  readonly key: string;
  /** One for each axis; null: the line has a gap there. */
  readonly values: readonly (number | null)[];
  /** Drawn below the others. */
  readonly isPale: boolean;
  /** Left out: that of predictions. */
  readonly color?: string | undefined;
};
export type ParallelChart = {
  readonly axes: readonly ParallelAxis[];
  readonly lines: readonly ParallelLine[];
};

/** Stretches of axes that lines must pass, by the axis's place. */
export type Brushes = Readonly<Record<number, Range>>;

export type ParallelColumn = {
  readonly name: string;
  readonly unit: string;
  readonly values: readonly (number | string | null)[];
};

const CATEGORY_PADDING = 0.5;

/** An axis with the values that the lines have there. Texts are numbered in the order in which they come. */
export function parallelAxis({ name, unit, values }: ParallelColumn): {
  axis: ParallelAxis;
  places: (number | null)[];
} {
  const texts = [...new Set(values.filter((value) => typeof value === "string"))];
  if (texts.length > 0) {
    const places = values.map((value) => (typeof value === "string" ? texts.indexOf(value) : null));
    return {
      axis: { name, unit, range: [-CATEGORY_PADDING, texts.length - CATEGORY_PADDING], categories: texts },
      places,
    };
  }
  const places = values.map((value) => (typeof value === "number" ? value : null));
  const [low, high] = extent(places.flatMap((value) => (value === null ? [] : [value]))) ?? [0, 1];
  const room = Math.abs(low) * 0.1 || 1;
  return {
    axis: { name, unit, range: low === high ? [low - room, high + room] : [low, high], categories: null },
    places,
  };
}

/** @param keys one for each line @param isPale of each line @param getColor of each line; left out: that of predictions */
export function parallelChart(
  columns: readonly ParallelColumn[],
  keys: readonly string[],
  isPale: (line: number) => boolean,
  getColor: (line: number) => string | undefined = () => undefined,
): ParallelChart {
  const all = columns.map(parallelAxis);
  return {
    axes: all.map(({ axis }) => axis),
    lines: keys.map((key, at) => ({
      key,
      values: all.map(({ places }) => places[at] ?? null),
      isPale: isPale(at),
      color: getColor(at),
    })),
  };
}

/** A line passes if it crosses every brushed axis within the brush. */
export const passes = ({ values }: Pick<ParallelLine, "values">, brushes: Brushes): boolean =>
  Object.entries(brushes).every(([axis, [low, high]]) => {
    const value = values[Number(axis)] ?? null;
    return value !== null && value >= low && value <= high;
  });

/** The lines as CSV, in the units of the axes. */
export const parallelCsv = ({ axes, lines }: ParallelChart): string =>
  tableCsv({
    header: axes.map(({ name, unit }) => (unit === "" ? name : `${name} (${unit})`)),
    rows: lines.map(({ values }) =>
      values.map((value, at) => (value === null ? null : (axes[at]?.categories?.[value] ?? value))),
    ),
  });
