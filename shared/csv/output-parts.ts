/** The outputs that the columns of a file make: most columns are one output, some become two, and some make one together. */

import type { DataOptions } from "../api/job-config.ts";
import { interpolateBranches, turnsBack } from "../math/branches.ts";
import { interpolateMonotone } from "../math/interpolation.ts";
import { type Complex, decibels, degrees, unwrapped } from "../quantities/complex-number.ts";
import type { SurveyedColumn } from "./column-survey.ts";
import { type ColumnCurve, curveColumnsText, findColumnCurves, shareCoordinates } from "./curve-columns.ts";
import { type CommonGrid, type CurveGrids, loopText, type OwnGrid, resampledText } from "./grid-survey.ts";
import { type FileProblems, quoted } from "./problems.ts";

/** The values of a column in one row. */
export type ReadColumn = {
  readonly value: Float64Array;
  /** The imaginary parts; null where all values are real. */
  readonly imaginary: Float64Array | null;
};

export type OutputPart = {
  readonly name: string;
  /** The unit that its values have whatever the file says; null: that of the column. */
  readonly unit: string | null;
  /** The columns it is made of, from 0. */
  readonly columns: readonly number[];
  /** The name of the part that is its coordinate, where the headers of its columns state the coordinate. */
  readonly coordinate?: string;
  /** The column that its problems are reported under; the first of `columns` where it is absent. */
  readonly reportColumn?: number;
  /** Its columns may hold complex numbers. */
  readonly isComplex?: boolean;
  /** The lists of its columns may have another length in each row. */
  readonly isResampled?: boolean;
  /** The number of values in a row; null for a scalar. @param shapes of the columns */
  vectorLength(shapes: readonly (number | null)[]): number | null;
  /** A row's values, from the row's columns; not finite where they have none. */
  values(row: readonly ReadColumn[]): Float64Array;
};

export type PlanContext = {
  readonly options: DataOptions;
  /** The names of the other file's columns, which no output may have. */
  readonly taken: Iterable<string>;
  /** The outputs of the source job, to which rows are added; empty where there is none. */
  readonly sourceNames: readonly string[];
};

/**
 * Plans the outputs of a file by what its columns hold and what is chosen. What is read otherwise than column by column, or could
 * be, is noted.
 */
export function planOutputs(
  names: readonly string[],
  surveyed: readonly SurveyedColumn[],
  { ownGrid, sharedLoops }: CurveGrids,
  { options, taken, sourceNames }: PlanContext,
  problems: FileProblems,
): OutputPart[] {
  const free = createFreeNames([...names, ...taken]);
  // A source job may hold such columns as outputs of their own: what is joined has grown since it read its files.
  const candidates = findColumnCurves(names).filter(
    ({ columns }) => !columns.some((at) => sourceNames.includes(names[at] ?? "")),
  );
  const curves = joinableCurves(candidates, { names, surveyed, free, options }, problems);
  const curveByColumn = new Map(curves.flatMap((curve) => curve.columns.map((at) => [at, curve])));
  const grid = gridToResample(names, ownGrid, options, problems);
  for (const at of sharedLoops) problems.note(loopText(names[at] ?? ""));
  const parts: OutputPart[] = [];
  for (const [at, name] of names.entries()) {
    const column = surveyed[at];
    const curve = curveByColumn.get(at);
    if (curve !== undefined) {
      if (curve.columns[0] === at) parts.push(...joinedParts(curve, curves));
    } else if (column?.isComplex === true) {
      parts.push(...complexParts(name, at, options, free, problems));
    } else if (column !== undefined && column.turn !== null) {
      parts.push(...angleParts(name, at, column, options, free, problems));
    } else if (grid?.gridColumn === at) parts.push(gridPart(name, at, grid.values));
    else if (grid?.curveColumns.includes(at) === true) parts.push(resampledPart(name, at, grid));
    else parts.push(plainPart(name, at));
  }
  return parts;
}

type JoinContext = {
  readonly names: readonly string[];
  readonly surveyed: readonly SurveyedColumn[];
  readonly free: (name: string) => string;
  readonly options: DataOptions;
};

function joinableCurves(
  candidates: readonly ColumnCurve[],
  { names, surveyed, free, options: { join_numbered_columns: isJoined } }: JoinContext,
  problems: FileProblems,
): readonly ColumnCurve[] {
  const curves = candidates
    .filter(({ columns }) =>
      columns.every((at) => surveyed[at]?.isComplex !== true && surveyed[at]?.isList !== true),
    )
    .map((curve): ColumnCurve => ({ ...curve, name: free(curve.name) }));
  const curvesWithCoordinates = shareCoordinates(curves, free);
  for (const curve of curvesWithCoordinates) {
    const columns = curveColumnsText(curve, names);
    const { coordinate } = curve;
    const range = coordinate && `${coordinate.values[0]} to ${coordinate.values.at(-1)} ${coordinate.unit}`;
    const over = coordinate && ` over ${isJoined ? `${quoted(coordinate.name)}, ${range}` : range}`;
    const text = isJoined
      ? `${columns} are read as one curve of ${curve.columns.length} points, ${quoted(curve.name)}${over ?? ""}.`
      : `${columns} may be the ${curve.columns.length} points of one curve${over ?? ""}.`;
    problems.note(text, "join_numbered_columns");
  }
  return isJoined ? curvesWithCoordinates : [];
}

function gridToResample(
  names: readonly string[],
  ownGrid: OwnGrid | null,
  { resample_curves: isResampled }: DataOptions,
  problems: FileProblems,
): CommonGrid | null {
  if (ownGrid === null) return null;
  if ("problem" in ownGrid) {
    problems.note(ownGrid.problem);
    return null;
  }
  const { grid } = ownGrid;
  const name = quoted(names[grid.gridColumn] ?? "");
  problems.note(
    isResampled
      ? resampledText(grid, names)
      : `Each row has a grid of its own in ${name}: it cannot be the coordinate of the curves.`,
    "resample_curves",
  );
  return isResampled ? grid : null;
}

export const plainPart = (name: string, at: number): OutputPart => ({
  name,
  unit: null,
  columns: [at],
  vectorLength: (shapes) => shapes[at] ?? null,
  values: (row) => row[at]?.value ?? NO_VALUE,
});
const NO_VALUE = Float64Array.of(Number.NaN);

/** The curve and, with the first of the curves over it, its coordinate. */
function joinedParts(curve: ColumnCurve, curves: readonly ColumnCurve[]): OutputPart[] {
  const { name, columns, coordinate } = curve;
  const joined: OutputPart = {
    name,
    unit: null,
    columns,
    ...(coordinate !== null && { coordinate: coordinate.name }),
    vectorLength: () => columns.length,
    values: (row) => Float64Array.from(columns, (at) => row[at]?.value[0] ?? Number.NaN),
  };
  const firstCurve = curves.find((candidate) => candidate.coordinate === coordinate);
  if (coordinate === null || firstCurve !== curve) return [joined];
  // The coordinate is in every row, also where a point of the curve is missing: it is made of no column.
  const grid = Float64Array.from(coordinate.values);
  const axis: OutputPart = {
    name: coordinate.name,
    unit: coordinate.unit,
    columns: [],
    reportColumn: columns[0] ?? 0,
    vectorLength: () => grid.length,
    values: () => grid,
  };
  return [axis, joined];
}

const gridPart = (name: string, at: number, grid: Float64Array): OutputPart => ({
  name,
  unit: null,
  columns: [at],
  isResampled: true,
  vectorLength: () => grid.length,
  values: () => grid,
});

const resampledPart = (name: string, at: number, grid: CommonGrid): OutputPart => {
  const isLoop = turnsBack(grid.values);
  return {
    name,
    unit: null,
    columns: [at, grid.gridColumn],
    isResampled: true,
    vectorLength: () => grid.values.length,
    values: (row) => {
      const [x, y] = [row[grid.gridColumn]?.value ?? NO_VALUE, row[at]?.value ?? NO_VALUE];
      if (isLoop) return interpolateBranches(x, y, grid.values);
      const isFalling = (x.at(-1) ?? 0) < (x[0] ?? 0);
      return isFalling
        ? interpolateMonotone(x.toReversed(), y.toReversed(), grid.values)
        : interpolateMonotone(x, y, grid.values);
    },
  };
};

type ComplexForm = {
  readonly suffix: string;
  readonly unit: string | null;
  readonly of: (values: readonly Complex[]) => Float64Array;
};

const CARTESIAN_FORMS: readonly ComplexForm[] = [
  { suffix: "_re", unit: null, of: (values) => Float64Array.from(values, ({ re }) => re) },
  { suffix: "_im", unit: null, of: (values) => Float64Array.from(values, ({ im }) => im) },
];
const POLAR_FORMS: readonly ComplexForm[] = [
  { suffix: "_db", unit: "dB", of: (values) => Float64Array.from(values, decibels) },
  // Along a curve the phase goes on beyond half a turn; a number's stays within it.
  { suffix: "_deg", unit: "deg", of: (values) => unwrapped(Float64Array.from(values, degrees), 360) },
];

const complexForms = ({ complex_as_parts, complex_as_polar }: DataOptions): ComplexForm[] => [
  ...(complex_as_parts ? CARTESIAN_FORMS : []),
  ...(complex_as_polar ? POLAR_FORMS : []),
];

function complexParts(
  name: string,
  at: number,
  options: DataOptions,
  free: (name: string) => string,
  problems: FileProblems,
): OutputPart[] {
  const parts = complexForms(options).map(
    ({ suffix, unit, of }): OutputPart => ({
      name: free(`${name}${suffix}`),
      unit,
      columns: [at],
      isComplex: true,
      vectorLength: (shapes) => shapes[at] ?? null,
      values: (row) => {
        const { value = NO_VALUE, imaginary = null } = row[at] ?? {};
        return of(Array.from(value, (re, i) => ({ re, im: imaginary?.[i] ?? 0 })));
      },
    }),
  );
  const into = parts.map((part) => part.name).join(", ");
  const text = `Column ${quoted(name)} holds complex numbers${into === "" ? "" : `, read as ${into}`}.`;
  problems.note(text, "complex_as_parts");
  problems.note(text, "complex_as_polar");
  return parts.length > 0 ? parts : [plainPart(name, at)];
}

function angleParts(
  name: string,
  at: number,
  { turn, isList }: SurveyedColumn,
  { unwrap_angles: isUnwrapped }: DataOptions,
  free: (name: string) => string,
  problems: FileProblems,
): OutputPart[] {
  if (turn === null) return [plainPart(name, at)];
  const size = turn === 360 ? "360" : "2 pi";
  const jumps = `${quoted(name)} looks like an angle that jumps by ${size} where a turn is full`;
  if (!isUnwrapped) {
    problems.note(`${jumps}: no emulator follows such a jump.`, "unwrap_angles");
    return [plainPart(name, at)];
  }
  if (isList) {
    problems.note(`${jumps}: its curves go on without jumps.`, "unwrap_angles");
    return [{ ...plainPart(name, at), values: (row) => unwrapped(row[at]?.value ?? NO_VALUE, turn) }];
  }
  const forms = [
    { suffix: "_cos", of: Math.cos },
    { suffix: "_sin", of: Math.sin },
  ];
  const parts = forms.map(
    ({ suffix, of }): OutputPart => ({
      ...plainPart(name, at),
      name: free(`${name}${suffix}`),
      unit: "",
      values: (row) => (row[at]?.value ?? NO_VALUE).map((angle) => of((2 * Math.PI * angle) / turn)),
    }),
  );
  problems.note(`${jumps}: it is read as ${parts.map((part) => part.name).join(" and ")}.`, "unwrap_angles");
  return parts;
}

/** Returns names that no column has. */
function createFreeNames(names: readonly string[]): (name: string) => string {
  const taken = new Set(names);
  return (name) => {
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name} (${number})`;
    taken.add(free);
    return free;
  };
}
