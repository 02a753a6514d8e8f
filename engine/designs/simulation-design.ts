/**
 * The points of the ranges of a job's variables that are simulated: without end, evenly, and never the same twice.
 */
import { type KeptRelation, relationText } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { createRandom, type Random } from "../math/random.ts";
import { type Axis, createAxes, numbersByColumn } from "./axes.ts";
import { createRelatedCube, type RelatedCube } from "./related-design.ts";
import { createSobol } from "./sobol.ts";

/** The value of each varied variable, by name; a list for a Vector. */
export type DesignValues = Record<string, ScalarValue | number[]>;

export interface SimulationDesign {
  /** The number of different points; infinite as soon as one variable is a real number. */
  capacity: number;
  /** The `count` points from the `from`-th on (fewer at the end of a finite design), always the same ones. */
  points(from: number, count: number): DesignValues[];
}

/** Beyond this cells have no exact number any more, and two points of a million meet by a chance of 1e-4. */
const MANY_CELLS = 2 ** 53;
/** A finite design is walked through in this many points a step. */
const POINTS_PER_STEP = 1024;
/** Points of the sequence, in multiples of the cells, after which those that are left come in random order. */
const MAX_DRAWS = 2;

/**
 * The steps in which the cells that keep a relation are counted, 20 ns each. Where more are needed, there are usually a million cells or
 * more: a point of 1,000 then repeats an earlier one by a chance of 1 in 2,000.
 */
const MAX_COUNTING_STEPS = 2 ** 21;
/** A point at which whole numbers leave nothing feasible takes another one of the sequence, at most so often and so far away. */
const [MAX_ATTEMPTS, ATTEMPT_DISTANCE] = [64, 2 ** 24];

/**
 * A scrambled Sobol' sequence over the varied variables. Of whole numbers and options alone, points that occurred before are
 * skipped; when most have occurred, the rest follow in random order.
 * @param relation that all points keep; null: the variables are independent
 */
export function createSimulationDesign(
  variables: Readonly<Record<string, JobVariable>>,
  seed: number,
  relation: KeptRelation | null = null,
): SimulationDesign {
  const axes = createAxes(variables);
  const cube =
    relation && createRelatedCube(axes, new Map(numbersByColumn(initialValues(variables))), relation);
  return cube === null || relation === null
    ? createIndependentDesign(axes, seed)
    : createRelatedDesign(axes, cube, seed, relation);
}

function createIndependentDesign(axes: readonly Axis[], seed: number): SimulationDesign {
  const random = createRandom(seed);
  const sobol = createSobol(axes.length, random.fork(0));
  const capacity = axes.reduce((product, { count }) => product * count, 1);
  if (capacity >= MANY_CELLS) {
    return {
      capacity: Number.POSITIVE_INFINITY,
      points: (from, count) =>
        cellsAt(axes, sobol.points(from, count), count).map((cells) => valuesAt(axes, cells)),
    };
  }
  const draw = (from: number): number[] =>
    cellsAt(axes, sobol.points(from, POINTS_PER_STEP), POINTS_PER_STEP).map((cells) =>
      cellNumber(axes, cells),
    );
  const list = () => Array.from({ length: capacity }, (_, cell) => cell);
  return createFiniteDesign({ capacity, draw, list }, random, (cell) =>
    valuesAt(axes, splitCellNumber(axes, cell)),
  );
}

/** Each cell of a finite design once. */
function createFiniteDesign(
  cells: FiniteCells,
  random: Random,
  toValues: (cell: number) => DesignValues,
): SimulationDesign {
  let walk: FiniteWalk = walkCells(cells, random.fork(1));
  let position = 0;
  return {
    capacity: cells.capacity,
    points: (from, count) => {
      if (from < position) {
        walk = walkCells(cells, random.fork(1));
        position = 0;
      }
      const designValues: DesignValues[] = [];
      while (position < from + count) {
        const next = walk.next();
        if (next.done) break;
        if (position++ >= from) designValues.push(toValues(next.value));
      }
      return designValues;
    },
  };
}

/** The points of a cube in which one input follows from the others. Where these are whole numbers and options, each comes once. */
function createRelatedDesign(
  allAxes: readonly Axis[],
  cube: RelatedCube,
  seed: number,
  relation: KeptRelation,
): SimulationDesign {
  const { axes } = cube;
  const random = createRandom(seed);
  const toValues = (cells: readonly number[]): DesignValues => {
    const value = cube.followerValue(numbersAt(axes, cells));
    // The follower holds its place among the elements of a vector until its value is known.
    const cellByAxis = new Map(axes.map((axis, a) => [axis, cells[a]]));
    return withNumber(
      valuesAt(
        allAxes,
        allAxes.map((axis) => cellByAxis.get(axis) ?? 0),
      ),
      cube.follower,
      cube.toRange(value),
    );
  };
  const impossible = () =>
    new UserError(
      `No values of the variables within their ranges were found that keep ${relationText(relation, (name) => name)}.`,
    );
  const sobol = createSobol(axes.length, random.fork(0));
  const drawCells = (index: number): readonly number[] | null => {
    const point = sobol.points(index, 1);
    const [cells = []] = cube.spread(point) ? cellsAt(axes, point, 1) : [];
    const isFeasible = cells.length > 0 && cube.isWithin(cube.followerValue(numbersAt(axes, cells)));
    return isFeasible ? cells : null;
  };
  const finite = findRelatedCells(cube, drawCells);
  if (finite?.capacity === 0) throw impossible();
  if (finite !== null)
    return createFiniteDesign(finite, random, (cell) => toValues(splitCellNumber(axes, cell)));
  const pointAt = (index: number): DesignValues => {
    for (let attempt = 0; attempt <= MAX_ATTEMPTS; attempt++) {
      const cells = drawCells(index + attempt * ATTEMPT_DISTANCE);
      if (cells !== null) return toValues(cells);
    }
    throw impossible();
  };
  return {
    capacity: Number.POSITIVE_INFINITY,
    points: (from, count) => Array.from({ length: count }, (_, i) => pointAt(from + i)),
  };
}

/** The cells that keep a relation; null where an axis is a real number, or they are too many to be counted. */
function findRelatedCells(
  { axes, visitCells }: RelatedCube,
  drawCells: (index: number) => readonly number[] | null,
): FiniteCells | null {
  if (axes.reduce((product, { count }) => product * count, 1) >= MANY_CELLS) return null;
  let capacity = 0;
  const isCounted = visitCells(MAX_COUNTING_STEPS, () => {
    capacity++;
  });
  if (!isCounted) return null;
  const draw = (from: number): number[] =>
    Array.from({ length: POINTS_PER_STEP }, (_, i) => drawCells(from + i)).flatMap((cells) =>
      cells === null ? [] : [cellNumber(axes, cells)],
    );
  const list = () => {
    const cellNumbers: number[] = [];
    visitCells(MAX_COUNTING_STEPS, (cells) => cellNumbers.push(cellNumber(axes, cells)));
    return cellNumbers;
  };
  return { capacity, draw, list };
}

/** The values of cells as numbers; NaN for options that are texts. */
const numbersAt = (axes: readonly Axis[], cells: readonly number[]): number[] =>
  axes.map((axis, a) => (axis.isChoice ? Number.NaN : Number(axis.value(cells[a]))));

/** The values with another number on one axis. */
export function withNumber(values: DesignValues, { name, element }: Axis, value: number): DesignValues {
  const list = values[name];
  return { ...values, [name]: element === null || !Array.isArray(list) ? value : list.with(element, value) };
}

/**
 * Points by their numbers, in whatever order. Those that follow each other are had together, and none before one of a lower
 * number: a finite design would be walked through from its beginning again.
 */
export function computeValues(design: SimulationDesign, points: readonly number[]): DesignValues[] {
  const valuesByPoint = new Map<number, DesignValues>();
  const sortedPoints = points.toSorted((a, b) => a - b);
  for (let i = 0; i < sortedPoints.length; ) {
    const first = sortedPoints[i];
    let count = 1;
    while (sortedPoints[i + count] === first + count) count++;
    design.points(first, count).forEach((values, at) => {
      valuesByPoint.set(first + at, values);
    });
    i += count;
  }
  return points.flatMap((point) => {
    const values = valuesByPoint.get(point);
    return values === undefined ? [] : [values];
  });
}

/** Points as places on each axis. */
function cellsAt(axes: readonly Axis[], fractions: Float64Array, count: number): number[][] {
  const width = axes.length;
  return Array.from({ length: count }, (_, i) => axes.map((axis, a) => axis.cell(fractions[i * width + a])));
}

/** @param cells the place on each axis; of a real number the fraction */
export function valuesAt(axes: readonly Axis[], cells: readonly number[]): DesignValues {
  const values: DesignValues = {};
  axes.forEach(({ name, element, value }, a) => {
    const coordinate = value(cells[a]);
    if (element === null) values[name] = coordinate;
    else {
      const list = values[name];
      if (Array.isArray(list)) list.push(Number(coordinate));
      else values[name] = [Number(coordinate)];
    }
  });
  return values;
}

/** Returns the number of a cell, in mixed radix. */
const cellNumber = (axes: readonly Axis[], cells: readonly number[]): number =>
  axes.reduce((number, { count }, a) => number * count + cells[a], 0);

function splitCellNumber(axes: readonly Axis[], number: number): number[] {
  const cells = new Array<number>(axes.length);
  let quotient = number;
  for (let a = axes.length - 1; a >= 0; a--) {
    const count = axes[a].count;
    cells[a] = quotient % count;
    quotient = Math.floor(quotient / count);
  }
  return cells;
}

/** The cells of a finite design, by their numbers. */
interface FiniteCells {
  readonly capacity: number;
  /** The cells that `POINTS_PER_STEP` points of an even sequence lie in, from the `from`-th on. */
  draw(from: number): number[];
  /** All of them. */
  list(): number[];
}

type FiniteWalk = Generator<number, undefined>;

/** Every cell once. */
function* walkCells({ capacity, draw, list }: FiniteCells, random: Random): FiniteWalk {
  const visitedCells = new Set<number>();
  for (let from = 0; from < MAX_DRAWS * capacity && visitedCells.size < capacity; from += POINTS_PER_STEP) {
    for (const cell of draw(from)) {
      if (visitedCells.has(cell)) continue;
      visitedCells.add(cell);
      yield cell;
    }
  }
  if (visitedCells.size === capacity) return undefined;
  const unvisitedCells = list().filter((cell) => !visitedCells.has(cell));
  for (const at of random.permutation(unvisitedCells.length)) yield unvisitedCells[at];
  return undefined;
}
