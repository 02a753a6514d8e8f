/**
 * This bench measures whether the 95% bounds hold where people decide: at random points, at the predicted optimum, among the best of many points, near
 * a limit, and in a corner without rows. Known functions, Latin hypercubes, the product's defaults; truth without noise.
 */
import { collectPoints, rowsWhere, selectRows, type Table } from "../../engine/dataset/table.ts";
import { createRandom, type Random } from "../../engine/math/random.ts";
import type { Emulator } from "../../engine/models/emulator.ts";
import { bench, type Row } from "./bench.ts";
import { BOUNDED_FUNCTIONS, type TestFunction } from "./data/functions.ts";
import { evaluate, latinHypercube } from "./data/sets.ts";
import { isWanted, options } from "./options.ts";
import { trainTable } from "./ours.ts";

const ROW_COUNTS = [10, 20, 50, 200];
const VALIDATION_SHARE = 0.2;
const TEST_POINTS = 1000;
/** Candidates from which the search for an optimum begins, and those of them that are improved. */
const CANDIDATE_COUNT = 4000;
const START_COUNT = 4;
const POLISH_ROUNDS = 40;
/** The corner of the first two inputs that lies above this share of their ranges. */
const CORNER_START_SHARE = 0.6;

type Points = readonly number[][];

/** One point: `isInside` says whether the bounds hold, and `widthRatio` is half their width over the error of the mean. */
interface Hit {
  isInside: boolean;
  widthRatio: number;
}

/** The bounds of one emulator at the points where people look. */
interface Measured {
  function: string;
  random: Hit[];
  maximum: Hit[];
  minimum: Hit[];
  highest: Hit[];
  lowest: Hit[];
  limit: Hit[];
  /** Interval score at the random points, in standard deviations (Winkler, 1972). */
  score: number;
}

async function trainOnRows(table: Table, seed: number, random: Random): Promise<Emulator> {
  const validationRows = random
    .permutation(table.rows)
    .slice(0, Math.max(2, Math.round(VALIDATION_SHARE * table.rows)))
    .sort();
  return (await trainTable(table, { effort: options.effort, validationRows }, seed)).emulator;
}

const means = (emulator: Emulator, points: Points): Float64Array =>
  emulator.means(Float64Array.from(points.flat()), points.length, "y");

function hitsAt(emulator: Emulator, formula: TestFunction, points: Points): { hits: Hit[]; score: number } {
  const prediction = emulator.predict(Float64Array.from(points.flat()), points.length).get("y");
  if (prediction === undefined) throw new Error("There is no output y.");
  let score = 0;
  const hits = points.map((point, i): Hit => {
    const truth = formula.evaluate(point, () => 0);
    const [mean = 0, lower = 0, upper = 0] = [prediction.mean[i], prediction.lower[i], prediction.upper[i]];
    const missed = Math.max(0, lower - truth, truth - upper);
    score += (upper - lower + 40 * missed) / points.length;
    const rounding = 1e-9 * Math.abs(truth);
    return {
      isInside: missed <= rounding,
      widthRatio: (upper - lower) / 2 / Math.max(rounding, Math.abs(truth - mean)),
    };
  });
  return { hits, score };
}

/** Each coordinate moved up and down by a step, and as many random steps, all within the ranges. */
function neighbours(
  point: readonly number[],
  step: number,
  { inputs }: TestFunction,
  random: Random,
): number[][] {
  const ranges = Object.values(inputs);
  const move = (by: (j: number) => number): number[] =>
    point.map((value, j) => {
      const [low, high] = ranges[j] ?? [0, 1];
      return Math.min(high, Math.max(low, value + by(j) * step * (high - low)));
    });
  const along = ranges.flatMap((_, axis) => [1, -1].map((sign) => move((j) => (j === axis ? sign : 0))));
  return [...along, ...along.map(() => move(() => random.normal()))];
}

/** The point with the highest prediction times `sign`: from the best of many points, improved step by step. */
function findOptimum(emulator: Emulator, formula: TestFunction, sign: number, random: Random): number[] {
  const best = (points: Points, count: number): number[][] => {
    const predicted = means(emulator, points);
    const order = points.map((_, i) => i).sort((a, b) => sign * ((predicted[b] ?? 0) - (predicted[a] ?? 0)));
    return order.slice(0, count).map((i) => points[i] ?? []);
  };
  let starts = best(latinHypercube(CANDIDATE_COUNT, formula, random), START_COUNT);
  for (let round = 0; round < POLISH_ROUNDS; round++) {
    const step = 0.15 * 0.87 ** round;
    starts = starts.flatMap((start) => best([start, ...neighbours(start, step, formula, random)], 1));
  }
  return best(starts, 1)[0] ?? [];
}

async function measureFunction(formula: TestFunction, rows: number, seed: number): Promise<Measured> {
  const random = createRandom(1000 * seed + rows);
  const table = evaluate(formula, latinHypercube(rows, formula, random), random);
  const emulator = await trainOnRows(table, seed, random);
  const points = latinHypercube(TEST_POINTS, formula, random);
  const { hits, score } = hitsAt(emulator, formula, points);
  const truths = Float64Array.from(points, (point) => formula.evaluate(point, () => 0));
  const centre = truths.reduce((sum, value) => sum + value, 0) / truths.length;
  const deviation = Math.sqrt(truths.reduce((sum, value) => sum + (value - centre) ** 2, 0) / truths.length);
  const predicted = means(emulator, points);
  const order = points.map((_, i) => i).sort((a, b) => (predicted[a] ?? 0) - (predicted[b] ?? 0));
  const ranked = (from: number, to: number): Hit[] =>
    order.slice(from * TEST_POINTS, to * TEST_POINTS).flatMap((i) => hits[i] ?? []);
  const optimum = (sign: number): Hit[] =>
    hitsAt(emulator, formula, [findOptimum(emulator, formula, sign, random)]).hits;
  return {
    function: formula.name,
    random: hits,
    maximum: optimum(1),
    minimum: optimum(-1),
    highest: ranked(0.98, 1),
    lowest: ranked(0, 0.02),
    limit: ranked(0.08, 0.12),
    score: score / deviation,
  };
}

async function measureCorner(
  formula: TestFunction,
  rows: number,
  seed: number,
): Promise<{ hits: Hit[]; far: number }> {
  const random = createRandom(1000 * seed + rows);
  const ranges = Object.values(formula.inputs);
  const isInCorner = (point: readonly number[]): boolean =>
    [0, 1].every((j) => {
      const [low, high] = ranges[j] ?? [0, 1];
      return ((point[j] ?? 0) - low) / (high - low) > CORNER_START_SHARE;
    });
  const design = evaluate(formula, latinHypercube(2 * rows, formula, random), random);
  const width = ranges.length;
  const flat = collectPoints(design);
  const outside = rowsWhere(
    design.rows,
    (row) => !isInCorner([...flat.subarray(row * width, (row + 1) * width)]),
  );
  const emulator = await trainOnRows(selectRows(design, outside.slice(0, rows)), seed, random);
  const points = latinHypercube(CANDIDATE_COUNT, formula, random).filter(isInCorner);
  const { far } = emulator.extrapolation(Float64Array.from(points.flat()), points.length);
  return {
    hits: hitsAt(emulator, formula, points).hits,
    far: far.reduce((sum, isFar) => sum + isFar, 0) / points.length,
  };
}

const coverage = (hits: readonly Hit[]): number =>
  hits.filter(({ isInside }) => isInside).length / Math.max(1, hits.length);
const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const functions = BOUNDED_FUNCTIONS.filter(({ name }) => isWanted(options.only, name));
const seeds = Array.from({ length: options.seeds }, (_, at) => at + 1);

bench("Share of the truth inside the 95% bounds, by the number of rows", async (): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const count of ROW_COUNTS) {
    const all: Measured[] = [];
    for (const formula of functions)
      for (const seed of seeds) all.push(await measureFunction(formula, count, seed));
    const over = (pick: (measured: Measured) => Hit[]): number =>
      mean(all.map((measured) => coverage(pick(measured))));
    const byTraining = all.map(({ random }) => coverage(random));
    const share = (isMet: (covered: number) => boolean): number =>
      byTraining.filter(isMet).length / byTraining.length;
    rows.push({
      rows: count,
      trainings: all.length,
      "random points": over(({ random }) => random),
      "predicted maximum": over(({ maximum }) => maximum),
      "predicted minimum": over(({ minimum }) => minimum),
      "20 highest": over(({ highest }) => highest),
      "20 lowest": over(({ lowest }) => lowest),
      "8th to 12th percentile": over(({ limit }) => limit),
      "half width over error at the maximum": median(
        all.flatMap(({ maximum }) => maximum.map(({ widthRatio }) => widthRatio)),
      ),
      "trainings under .85": share((covered) => covered < 0.85),
      "trainings at .93 to .97": share((covered) => covered >= 0.93 && covered <= 0.97),
      "interval score": Math.exp(mean(all.map(({ score }) => Math.log(Math.max(1e-12, score))))),
    });
  }
  return rows;
});

bench("Share of the truth inside the 95% bounds in a corner without rows", async (): Promise<Row[]> => {
  const rows: Row[] = [];
  for (const count of ROW_COUNTS.slice(1)) {
    const all: { hits: Hit[]; far: number }[] = [];
    for (const formula of functions)
      for (const seed of seeds) all.push(await measureCorner(formula, count, seed));
    rows.push({
      rows: count,
      trainings: all.length,
      corner: mean(all.map(({ hits }) => coverage(hits))),
      "marked as far": mean(all.map(({ far }) => far)),
    });
  }
  return rows;
});
