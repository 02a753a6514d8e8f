/** Designs as lines over one axis for each of their values. */

import { type PlacedValues, placeValues } from "../figures/placed-values.ts";
import type { ChartTable } from "../model/chart.ts";
import { formatAxisTitle, formatPlotted } from "../model/chart.ts";
import type { Palette } from "../model/palette.ts";
import type { Range } from "../model/ranges.ts";
import type { AnalysisFigure, DrawingSize } from "./analysis-figure.ts";
import { themeLayout, themeTextOverLines, toLiteralText } from "./axis-theme.ts";
import { chooseLines, formatLineCount, MAX_LINES } from "./drawn-lines.ts";

export type ParallelColumn = {
  readonly name: string;
  readonly unit: string;
  /** One for each design; null: the design has no value there. Texts are options. */
  readonly values: readonly (number | string | null)[];
};

/** Stretches of axes that lines must pass, by the column's place. Options lie at whole numbers, in the order in which they come. */
export type Brushes = Readonly<Record<number, Range>>;

/** The order of the axes from left to right, by places of columns, and those whose largest value is at the bottom. */
export type AxisArrangement = {
  readonly order: readonly number[];
  readonly reversed: ReadonlySet<number>;
};

export type ParallelDesigns = {
  readonly columns: readonly ParallelColumn[];
  /** The number of designs. */
  readonly count: number;
  /** The noun for a design in the line above the axes: `Design 3`. */
  readonly noun: string;
  readonly getColor: (design: number) => string;
  readonly isPale: (design: number) => boolean;
  /** Designs are ranked by it where only some can be drawn; null: the design has none. */
  readonly getScore: (design: number) => number | null;
  /** Designs that are selected in another plot; null: all are drawn alike. */
  readonly selection: ReadonlySet<number> | null;
  /** The design that is marked; null: none. */
  readonly chosen: number | null;
};

export type ParallelFigure = AnalysisFigure & {
  /** The designs that are drawn, in the order of the lines. */
  readonly designs: readonly number[];
  /** The number of designs that have a value at every axis; the others cannot be drawn. */
  readonly drawableCount: number;
};

/** Pale lines have this part of their colour, and the rest of the axes' grey. */
const PALE_SHARE = 0.3;
/** Lines that do not pass the brushes. */
const UNSELECTED_OPACITY = 0.25;
/** plotly.js draws no more; one that is moved to the left takes the place of another. */
export const MAX_AXES = 60;
/** A longer title would touch that of the next axis. */
const MAX_TITLE_LENGTH = 15;
const MARGINS_PX = { l: 56, r: 56, t: 44, b: 24 } as const;
/** A line is meant by a pointer within this distance. */
const MAX_POINTER_DISTANCE_PX = 12;
const FONT_PX = { label: 12, tick: 11 } as const;

type PlacedColumn = PlacedValues & { readonly range: Range };

/** An axis has a length, also where all values are the same. */
function placeColumn({ values }: ParallelColumn): PlacedColumn {
  const placed = placeValues(values);
  const [low, high] = placed.range ?? [0, 1];
  const room = Math.abs(low) * 0.1 || 1;
  return { ...placed, range: low === high ? [low - room, high + room] : [low, high] };
}

/** Lists the designs that pass every brushed axis within the brush. */
export function listPassing(columns: readonly ParallelColumn[], count: number, brushes: Brushes): number[] {
  const stretches = Object.entries(brushes).map(([place, range]) => {
    const column = columns[Number(place)];
    return { places: placeValues(column?.values ?? []).places, range };
  });
  return Array.from({ length: count }, (_, design) => design).filter((design) =>
    stretches.every(({ places, range: [low, high] }) => {
      const value = places[design] ?? null;
      return value !== null && value >= low && value <= high;
    }),
  );
}

/** The title of an axis and, if it is reversed, a mark that says so. */
const createLabel = ({ name, unit }: ParallelColumn, isReversed: boolean): string => {
  const title = formatAxisTitle(name, unit);
  const text = title.length > MAX_TITLE_LENGTH ? `${title.slice(0, MAX_TITLE_LENGTH - 1)}…` : title;
  return toLiteralText(isReversed ? `${text} ↓` : text);
};

/** Chooses the designs that are drawn: where they are too many, the selected ones first. */
function chooseDesigns(
  { columns, count, getColor, isPale, getScore, selection, chosen }: ParallelDesigns,
  drawable: readonly number[],
  brushes: Brushes,
): readonly number[] {
  if (drawable.length <= MAX_LINES) return drawable;
  const passing = new Set(listPassing(columns, count, brushes));
  return chooseLines(
    {
      designs: drawable,
      getClass: (design) => `${getColor(design)} ${isPale(design)}`,
      getScore,
      isSelected: (design) => passing.has(design) && (selection?.has(design) ?? true),
      chosen,
    },
    MAX_LINES,
  );
}

export function createParallelFigure(
  lines: ParallelDesigns,
  { order, reversed }: AxisArrangement,
  brushes: Brushes,
  palette: Palette,
): ParallelFigure {
  const { columns, count, noun, getColor, isPale, selection, chosen } = lines;
  const placed = columns.map(placeColumn);
  const drawable = Array.from({ length: count }, (_, design) => design).filter((design) =>
    placed.every(({ places }) => (places[design] ?? null) !== null),
  );
  const designs = chooseDesigns(lines, drawable, brushes);
  const isThinned = designs.length < drawable.length;
  const chooseLook = (design: number): LineLook => {
    if (design === chosen) return { color: palette.actual, layer: LINE_LAYERS.chosen };
    if (selection !== null && !selection.has(design))
      return { color: palette.grid, layer: LINE_LAYERS.unselected };
    const color = getColor(design);
    return isPale(design)
      ? { color: mixColors(color, palette.axis, PALE_SHARE), layer: LINE_LAYERS.pale }
      : { color, layer: LINE_LAYERS.full };
  };
  const createDimension = (place: number) => {
    const [column, { places, range, options }] = [columns[place], placed[place] ?? NO_COLUMN];
    const isReversed = reversed.has(place);
    const brush = brushes[place];
    return {
      name: String(place),
      label: column === undefined ? "" : createLabel(column, isReversed),
      range: isReversed ? flipRange(range) : ([...range] satisfies [number, number]),
      multiselect: false,
      values: designs.map((design) => places[design] ?? 0),
      ...(options !== null && {
        tickvals: options.map((_, option) => option),
        ticktext: options.map(toLiteralText),
      }),
      ...(brush !== undefined && { constraintrange: [...brush] }),
    };
  };
  const looks = designs.map(chooseLook);
  const names = columns.map(({ name }) => name).join(", ");
  const missingCount = count - drawable.length;
  const describeValue = (place: number, design: number): string => {
    const { unit = "", values = [] } = columns[place] ?? {};
    const value = values[design] ?? null;
    if (value === null) return "–";
    return typeof value === "number" ? formatPlotted(value, unit) : value;
  };
  return {
    kind: "parallel",
    data: [
      {
        type: "parcoords",
        dimensions: order.slice(0, MAX_AXES).map(createDimension),
        line: colorLines(looks),
        unselected: { line: { color: palette.axis, opacity: UNSELECTED_OPACITY } },
        labelfont: { size: FONT_PX.label, color: palette.ink },
        tickfont: themeTextOverLines(palette, FONT_PX.tick),
        rangefont: { size: FONT_PX.tick, color: palette.muted },
        // Brushes are given: plotly.js would keep those that were taken away.
        uirevision: JSON.stringify(brushes),
      },
    ],
    layout: { ...themeLayout(palette), margin: { ...MARGINS_PX } },
    revision: `parallel ${names}`,
    // Where only some designs are drawn, a brush changes which design a place means.
    source: isThinned ? designs.slice(0, MAX_LINES).join() : columns,
    isSelectable: false,
    summary: `${formatLineCount(designs.length, drawable.length)} as lines over ${names}. ${missingCount === 0 ? "" : `${missingCount} without a value at one of the axes are not drawn. `}The table holds the same values.`,
    legend: [],
    stops: () => ({ count: designs.length, at: (index) => [{ trace: 0, point: index }] }),
    parts: ([reference]) => {
      const design = reference === undefined ? undefined : designs[reference.point];
      if (design === undefined) return [];
      return [
        { label: `${noun} ${design + 1}`, text: "", color: chooseLook(design).color },
        ...order.map((place) => ({
          label: columns[place]?.name ?? "",
          text: describeValue(place, design),
          color: null,
        })),
      ];
    },
    lines: {
      ...createLineFinder(designs, placed, { order: order.slice(0, MAX_AXES), reversed }),
      chosen:
        chosen === null || !designs.includes(chosen) ? null : { trace: 0, point: designs.indexOf(chosen) },
      chosenColor: palette.actual,
    },
    table: () => createDesignTable(columns, listPassing(columns, count, {})),
    designs,
    drawableCount: drawable.length,
  };
}

/** The places of lines in a drawing. The line at a place is the nearest one that lies within some pixels above or below it. */
function createLineFinder(
  designs: readonly number[],
  placed: readonly PlacedColumn[],
  { order, reversed }: AxisArrangement,
): Pick<NonNullable<AnalysisFigure["lines"]>, "findNearest" | "findCorners"> {
  const gaps = Math.max(1, order.length - 1);
  const measureRoom = ({ width, height }: DrawingSize) => ({
    across: width - MARGINS_PX.l - MARGINS_PX.r,
    down: height - MARGINS_PX.t - MARGINS_PX.b,
  });
  /** From the top of an axis, as a part of its length. */
  const measureHeight = (position: number, design: number): number => {
    const place = order[position] ?? 0;
    const { places, range } = placed[place] ?? NO_COLUMN;
    const [low, high] = reversed.has(place) ? flipRange(range) : range;
    return (high - (places[design] ?? 0)) / (high - low);
  };
  return {
    findCorners: ({ point }, size) => {
      const { across, down } = measureRoom(size);
      return order.map((_, position) => ({
        x: MARGINS_PX.l + (across * position) / gaps,
        y: MARGINS_PX.t + down * measureHeight(position, designs[point] ?? 0),
      }));
    },
    findNearest: ({ x, y }, size) => {
      const { across, down } = measureRoom(size);
      const position = ((x - MARGINS_PX.l) / across) * gaps;
      const before = Math.min(gaps - 1, Math.max(0, Math.floor(position)));
      const share = Math.min(1, Math.max(0, position - before));
      let nearest: number | null = null;
      let leastDistance = MAX_POINTER_DISTANCE_PX;
      for (const [line, design] of designs.entries()) {
        const start = measureHeight(before, design);
        const lineHeight = start + share * (measureHeight(before + 1, design) - start);
        const distance = Math.abs(MARGINS_PX.t + down * lineHeight - y);
        if (distance >= leastDistance) continue;
        [nearest, leastDistance] = [line, distance];
      }
      return nearest === null ? null : { trace: 0, point: nearest };
    },
  };
}

const flipRange = ([low, high]: Range): [number, number] => [high, low];
const NO_COLUMN: PlacedColumn = { places: [], range: [0, 1], options: null };

/** A line of a higher layer is drawn over those of lower ones. */
type LineLook = { readonly color: string; readonly layer: number };
const LINE_LAYERS = { unselected: 0, pale: 1, full: 2, chosen: 3 } as const;

/**
 * plotly.js colours lines by numbers on a scale, and draws larger numbers above smaller ones: each look is a step of the scale, in the order of
 * the layers.
 */
function colorLines(looks: readonly LineLook[]) {
  const colors = [
    ...new Set(looks.toSorted((left, right) => left.layer - right.layer).map(({ color }) => color)),
  ];
  const last = Math.max(1, colors.length - 1);
  // A scale has two steps at least.
  const steps = colors.length === 1 ? [...colors, ...colors] : colors;
  return {
    color: looks.map(({ color }) => colors.indexOf(color)),
    colorscale: steps.map((color, step): [number, string] => [step / last, color]),
    cmin: 0,
    cmax: last,
  };
}

/** Mixes two colours that are written as `#rrggbb`. @param share of the first, from 0 to 1 */
function mixColors(first: string, second: string, share: number): string {
  const mixChannel = (at: number) => {
    const [from, to] = [first, second].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.round((from ?? 0) * share + (to ?? 0) * (1 - share))
      .toString(16)
      .padStart(2, "0");
  };
  return `#${[1, 3, 5].map(mixChannel).join("")}`;
}

/** The designs, one a line, in the units of the axes. */
export const createDesignTable = (
  columns: readonly ParallelColumn[],
  designs: readonly number[],
): ChartTable => ({
  header: columns.map(({ name, unit }) => (unit === "" ? name : `${name} (${unit})`)),
  rows: designs.map((design) => columns.map(({ values }) => values[design] ?? null)),
});
