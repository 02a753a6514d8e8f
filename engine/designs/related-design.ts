/**
 * Designs whose inputs keep a linear relation, as shares that sum to one do: points that fill the feasible part of the cube of the other
 * inputs evenly, whatever its share of the cube. Each input is drawn from its distribution given those before it (M. Rosenblatt, 1952,
 * "Remarks on a multivariate transformation"), so that an even sequence stays even, and any point can be had without those before it.
 */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import { type Axis, columnName } from "./axes.ts";

/** The places at which a density is known, and the cells of an axis in which it counts as constant. More are slower. */
const [GRID_SIZE, CELL_COUNT] = [512, 64];
/** The rounding of a sum, relative to the follower's range. */
const ROUNDING_TOLERANCE = 1e-9;

/** A term of the sum whose input is drawn. */
interface Term {
  readonly axis: Axis;
  /** The position of the axis among those of the cube. */
  readonly position: number;
  readonly coefficient: number;
  /** Its least and its largest value, coefficient included. */
  readonly range: readonly [number, number];
}

/** The part of a cube in which an input that follows from the others stays within its range. */
export interface RelatedCube {
  /** Without the input that follows. */
  readonly axes: readonly Axis[];
  readonly follower: Axis;
  /** The value of the input that follows. @param values of the axes of the cube, numbers where they are part of the relation */
  followerValue(values: ArrayLike<number>): number;
  /** Tells whether a value of the input that follows is within its range, but for rounding. */
  isWithin(followerValue: number): boolean;
  /** The nearest value in the range of the input that follows. */
  toRange(followerValue: number): number;
  /**
   * Visits every combination of whole numbers and options that keeps the relation.
   * @param maxSteps the number of values that are tried @param onCells is called with the place on each axis, in one array for all calls
   * @returns false where more steps are needed, or an axis is a real number
   */
  visitCells(maxSteps: number, onCells: (cells: readonly number[]) => void): boolean;
  /**
   * Moves an evenly spread point of the cube to the feasible part, in place, so that evenly spread points are evenly spread over that.
   * @returns false where no feasible point lies at its first coordinates, which whole numbers alone can cause
   */
  spread(point: Float64Array): boolean;
}

/**
 * @param variedAxes of all varied variables
 * @param fixedValues the values of the numeric inputs that do not vary, by column
 * @returns null where the follower does not vary, or a term is no number of the job
 */
export function createRelatedCube(
  variedAxes: readonly Axis[],
  fixedValues: ReadonlyMap<string, number>,
  relation: KeptRelation,
): RelatedCube | null {
  const follower = variedAxes.find((axis) => columnName(axis) === relation.follower);
  const followerTerm = relation.terms.find(({ input }) => input === relation.follower);
  if (follower === undefined || followerTerm === undefined) return null;
  const axes = variedAxes.filter((axis) => axis !== follower);
  let total = relation.sum;
  const terms: Term[] = [];
  for (const { input, coefficient } of relation.terms) {
    if (input === relation.follower) continue;
    const position = axes.findIndex((axis) => columnName(axis) === input);
    const axis = axes[position];
    const fixed = fixedValues.get(input);
    if (axis !== undefined) terms.push({ axis, position, coefficient, range: findRange(axis, coefficient) });
    else if (fixed === undefined) return null;
    else total -= coefficient * fixed;
  }
  // What is left for real numbers can be met exactly.
  terms.sort((a, b) => Number(isReal(a.axis)) - Number(isReal(b.axis)));
  const followerRange = findRange(follower, followerTerm.coefficient);
  const slack = ROUNDING_TOLERANCE * (followerRange[1] - followerRange[0]);
  const conditionals = createConditionals(terms, followerRange);
  const remainder = (values: ArrayLike<number>): number =>
    terms.reduce((rest, { position, coefficient }) => rest - coefficient * values[position], total);
  const keepsRange = (term: number) => term >= followerRange[0] - slack && term <= followerRange[1] + slack;
  const ends = [0, isReal(follower) ? 1 : follower.count - 1].map((at) => Number(follower.value(at)));
  return {
    axes,
    follower,
    followerValue: (values) => remainder(values) / followerTerm.coefficient,
    isWithin: (value) => keepsRange(followerTerm.coefficient * value),
    toRange: (value) => Math.min(Math.max(value, Math.min(...ends)), Math.max(...ends)),
    visitCells: createVisit({ axes, terms, total, followerRange, slack }, keepsRange),
    spread: (point) => {
      let rest = total;
      for (const [at, { axis, position, coefficient }] of terms.entries()) {
        const place = conditionals[at]?.(rest, point[position]) ?? null;
        if (place === null) return false;
        point[position] = place;
        rest -= coefficient * Number(axis.value(axis.cell(place)));
      }
      return true;
    },
  };
}

const isReal = ({ count }: Axis): boolean => !Number.isFinite(count);

interface Sum {
  axes: readonly Axis[];
  terms: readonly Term[];
  total: number;
  followerRange: readonly [number, number];
  slack: number;
}

/** Tries the values of one axis after the other, those of the relation first, and of these only values that leave what the others can hold. */
function createVisit(
  { axes, terms, total, followerRange, slack }: Sum,
  keepsRange: (rest: number) => boolean,
): RelatedCube["visitCells"] {
  const freePositions = [...axes.keys()].filter((at) => !terms.some(({ position }) => position === at));
  // What the terms behind each one and the follower can hold.
  const ranges = terms.map((_, at) =>
    terms
      .slice(at + 1)
      .reduce(([low, high], { range }) => [low + range[0], high + range[1]] as const, followerRange),
  );
  return (maxSteps, onCells) => {
    if (axes.some(isReal)) return false;
    const cells = new Array<number>(axes.length).fill(0);
    let steps = 0;
    const visitFree = (at: number): boolean => {
      const position = freePositions[at];
      if (position === undefined) {
        onCells(cells);
        return true;
      }
      for (cells[position] = 0; cells[position] < axes[position].count; cells[position]++)
        if (++steps > maxSteps || !visitFree(at + 1)) return false;
      return true;
    };
    const visitTerms = (at: number, rest: number): boolean => {
      const term = terms[at];
      const range = ranges[at];
      if (term === undefined || range === undefined) return !keepsRange(rest) || visitFree(0);
      const { axis, position, coefficient } = term;
      const ends = [(rest - range[0] + slack) / coefficient, (rest - range[1] - slack) / coefficient];
      const [first, last] = findCells(axis, Math.min(...ends), Math.max(...ends));
      for (let cell = first; cell <= last; cell++) {
        cells[position] = cell;
        if (++steps > maxSteps || !visitTerms(at + 1, rest - coefficient * Number(axis.value(cell))))
          return false;
      }
      return true;
    };
    return visitTerms(0, total);
  };
}

/** The first and the last whole number of an axis between two limits, as places on it; the first is larger where there is none. */
function findCells(axis: Axis, least: number, largest: number): [number, number] {
  const first = Number(axis.value(0));
  return [Math.max(0, Math.ceil(least - first)), Math.min(axis.count - 1, Math.floor(largest - first))];
}

function findRange(axis: Axis, coefficient: number): [number, number] {
  const last = isReal(axis) ? 1 : axis.count - 1;
  const ends = [coefficient * Number(axis.value(0)), coefficient * Number(axis.value(last))];
  return [Math.min(...ends), Math.max(...ends)];
}

/** Places an input, given what the sum leaves to it and the terms behind it. @param fraction even on 0 .. 1 */
type Conditional = (rest: number, fraction: number) => number | null;
/** The share of the cube of the terms behind an input in which the follower stays within its range. */
type Density = (rest: number) => number;

/** One a term. The densities are computed from the last term to the first: each is the mean of the next one over the values of its input. */
function createConditionals(terms: readonly Term[], followerRange: readonly [number, number]): Conditional[] {
  const conditionals: Conditional[] = [];
  let density: Density = () => 1;
  let [low, high] = followerRange;
  for (const term of terms.toReversed()) {
    const [nextDensity, nextLow, nextHigh] = [density, low, high];
    const weigh = (rest: number) => weighCells(term, rest, [nextLow, nextHigh], nextDensity);
    conditionals.unshift((rest, fraction) => {
      const cells = weigh(rest);
      return cells === null ? null : invert(cells, fraction);
    });
    low += term.range[0];
    high += term.range[1];
    density = tabulate(
      (rest) => {
        const cells = weigh(rest);
        return cells === null ? 0 : ((cells.to - cells.from) * cells.total) / CELL_COUNT;
      },
      [low, high],
    );
  }
  return conditionals;
}

/** The part of an axis that leaves to the others what they can hold, in equal cells with their weights. */
interface WeightedCells {
  from: number;
  to: number;
  weights: Float64Array;
  total: number;
}

function weighCells(
  { axis, coefficient }: Term,
  rest: number,
  [low, high]: readonly [number, number],
  density: Density,
): WeightedCells | null {
  const ends = [(rest - low) / coefficient, (rest - high) / coefficient];
  const span = findSpan(axis, Math.min(...ends), Math.max(...ends));
  if (span === null) return null;
  const [from, to] = span;
  const weights = Float64Array.from({ length: CELL_COUNT }, (_, cell) => {
    const place = from + ((cell + 0.5) / CELL_COUNT) * (to - from);
    return density(rest - coefficient * Number(axis.value(axis.cell(place))));
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return { from, to, weights, total };
}

/** The fractions of an axis at which its values lie between two limits; null: none do. */
function findSpan(axis: Axis, least: number, largest: number): [number, number] | null {
  const first = Number(axis.value(0));
  if (isReal(axis)) {
    const last = Number(axis.value(1));
    if (largest < first || least > last) return null;
    // Logarithms of values beyond the range may not exist.
    return [axis.place(Math.max(first, least)), axis.place(Math.min(last, largest))];
  }
  const cells = findCells(axis, least, largest);
  return cells[0] > cells[1] ? null : [axis.edge(cells[0]), axis.edge(cells[1] + 1)];
}

/** The place at which a share of the weights lies below. */
function invert({ from, to, weights, total }: WeightedCells, share: number): number {
  if (!(total > 0)) return from + share * (to - from);
  let left = share * total;
  let cell = 0;
  while (cell < CELL_COUNT - 1 && left > weights[cell]) left -= weights[cell++];
  const inside = weights[cell] > 0 ? Math.min(1, left / weights[cell]) : 0.5;
  return from + ((cell + inside) / CELL_COUNT) * (to - from);
}

/** A density that is interpolated between places of equal distances. */
function tabulate(density: Density, [low, high]: readonly [number, number]): Density {
  const step = (high - low) / (GRID_SIZE - 1);
  const table = Float64Array.from({ length: GRID_SIZE }, (_, at) => density(low + at * step));
  return (rest) => {
    const at = step > 0 ? (rest - low) / step : 0;
    if (!(at >= 0 && at <= GRID_SIZE - 1)) return 0;
    const cell = Math.min(GRID_SIZE - 2, Math.floor(at));
    return table[cell] + (at - cell) * (table[cell + 1] - table[cell]);
  };
}
