/**
 * This bench measures which points are marked as far from the data: of a corner that no training row lies in, and of held-out rows of
 * the same design, which should hardly ever be marked. Corners of two inputs, each above 60% of its range: the two that matter most,
 * and the first two of the function, which may matter little. Latin hypercubes without noise.
 */
import { collectPoints, rowsWhere, selectRows, type Table } from "../../engine/dataset/table.ts";
import { createRandom, type Random } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { isCrossValidated } from "../../shared/domain/cross-validation.ts";
import { bench, type Row } from "./bench.ts";
import { BOUNDED_FUNCTIONS, type TestFunction } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { isWanted, options } from "./options.ts";
import { trainTable } from "./ours.ts";

const ROW_COUNTS = [50, 200];
const CORNER_START_SHARE = 0.6;
const TEST_POINTS = 4000;
/** Points of which one input at a time is drawn anew, to find the inputs that matter (Jansen, 1999). */
const SENSITIVITY_POINTS = 2000;

type InputPair = readonly [number, number];

/** Shares of points that are marked. */
interface Marks {
  corner: number;
  /** The held-out rows were drawn with the training rows: those of the design without the corner, and those of the whole design. */
  withoutCorner: number;
  wholeDesign: number;
}

/** The two inputs with the largest total effect. */
function findInputsThatMatter(formula: TestFunction, random: Random): InputPair {
  const points = latinHypercube(SENSITIVITY_POINTS, formula, random);
  const swappedPoints = latinHypercube(SENSITIVITY_POINTS, formula, random);
  const truth = (point: readonly number[]): number => formula.evaluate(point, () => 0);
  const effects = Object.keys(formula.inputs).map((_, input) =>
    points.reduce((sum, point, i) => {
      const moved = point.with(input, swappedPoints[i]?.[input] ?? 0);
      return sum + (truth(moved) - truth(point)) ** 2;
    }, 0),
  );
  const [first = 0, second = 1] = [...effects.keys()].sort((a, b) => (effects[b] ?? 0) - (effects[a] ?? 0));
  return [first, second];
}

async function trainOnRows(table: Table, seed: number): Promise<Emulator> {
  const validationRows = isCrossValidated(table.rows)
    ? Int32Array.of(0, 1)
    : createRandom(seed)
        .permutation(table.rows)
        .slice(0, Math.ceil(table.rows / 5));
  return (await trainTable(table, { effort: options.effort, validationRows }, seed)).emulator;
}

/** The share of points that are marked, among those within the ranges of the training rows. */
function markedShare(emulator: Emulator, points: Float64Array): number {
  const width = emulator.inputs.length;
  const { inputs, far } = emulator.extrapolation(points, points.length / width);
  const within = rowsWhere(far.length, (i) => !inputs.subarray(i * width, (i + 1) * width).includes(1));
  return within.reduce((sum, i) => sum + (far[i] ?? 0), 0) / Math.max(1, within.length);
}

async function measure(formula: TestFunction, corner: InputPair, rows: number, seed: number): Promise<Marks> {
  const random = createRandom(1000 * seed + rows);
  const ranges = Object.values(formula.inputs);
  const isInCorner = (point: ArrayLike<number>): boolean =>
    corner.every((input) => {
      const [low, high] = ranges[input] ?? [0, 1];
      return ((point[input] ?? 0) - low) / (high - low) > CORNER_START_SHARE;
    });
  const design = evaluate(formula, latinHypercube(4 * rows, formula, random), random);
  const flat = collectPoints(design);
  const width = ranges.length;
  const outside = rowsWhere(design.rows, (row) => !isInCorner(flat.subarray(row * width, (row + 1) * width)));
  const order = random.permutation(outside.length);
  const [training, heldOut] = [order.slice(0, rows), order.slice(rows)].map((some) =>
    selectRows(
      design,
      some.map((at) => outside[at] ?? 0),
    ),
  );
  const fullDesign = evaluate(formula, latinHypercube(2 * rows, formula, random), random);
  const shuffled = random.permutation(fullDesign.rows);
  if (training === undefined || heldOut === undefined) throw new Error("There are no rows.");
  const withoutCorner = await trainOnRows(training, seed);
  const ofWhole = await trainOnRows(selectRows(fullDesign, shuffled.slice(0, rows)), seed);
  const cornerPoints = latinHypercube(TEST_POINTS, formula, random).filter(isInCorner);
  return {
    corner: markedShare(withoutCorner, Float64Array.from(cornerPoints.flat())),
    withoutCorner: markedShare(withoutCorner, collectPoints(heldOut)),
    wholeDesign: markedShare(ofWhole, collectPoints(selectRows(fullDesign, shuffled.slice(rows)))),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

async function measureCorners(choose: (formula: TestFunction) => InputPair): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of ROW_COUNTS) {
    const all: Marks[] = [];
    const add = (name: string, marks: readonly Marks[], inputs: number | null): void => {
      rows.push({
        function: name,
        inputs,
        rows: count,
        trainings: 2 * marks.length,
        "corner marked": mean(marks.map(({ corner }) => corner)),
        "held-out rows marked, without the corner": mean(marks.map(({ withoutCorner }) => withoutCorner)),
        "held-out rows marked, whole design": mean(marks.map(({ wholeDesign }) => wholeDesign)),
      });
    };
    for (const formula of BOUNDED_FUNCTIONS.filter(({ name }) => isWanted(options.only, name))) {
      const marks: Marks[] = [];
      for (let seed = 1; seed <= options.seeds; seed++)
        marks.push(await measure(formula, choose(formula), count, seed));
      add(formula.name, marks, Object.keys(formula.inputs).length);
      all.push(...marks);
    }
    add("all", all, null);
  }
  return rows;
}

bench("Points marked as far: a corner of the two inputs that matter most", () =>
  measureCorners((formula) => findInputsThatMatter(formula, createRandom(1))),
);

bench("Points marked as far: a corner of the first two inputs", () => measureCorners(() => [0, 1]));
