/** A model whose program holds every kind of instruction, whose names try to end comments and strings, and its test vectors. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type {
  ExportedFile,
  ExportedModel,
  ExportedOutput,
  TestVectors,
} from "../../../engine/exports/exported-model.ts";
import { type Program, ProgramBuilder } from "../../../engine/exports/program.ts";
import { runProgram } from "../../../engine/exports/run-program.ts";

export const HOSTILE_NAMES = [
  `=1+1 */ int x; /* """ ''' \\`,
  'first\nsecond, "third" ??/ %s %d',
  "Ω µ 入力 \u{1f600} \ud800 \u202e \\u{41} $(x)",
];
export const LEVEL_NAMES = ["steel", '"brass" */', "Ω\n"];
const KNOT_COUNT = 5;
const WIDE_COLUMN_COUNT = 40;

/** Two inputs and a category; a scalar, a curve and a result that is a constant. */
export function everyInstruction(wide = WIDE_COLUMN_COUNT): Program {
  const b = new ProgramBuilder(3);
  const numbers = b.pick(b.inputs, [0, 1]);
  const level = b.pick(b.inputs, [2]);
  const steel = b.equal(level, b.number(0));
  // The logarithm is -infinity or no number where it is not chosen.
  const first = b.pick(b.inputs, [0]);
  const guarded = b.select(b.less(b.number(0), first), b.log(first), b.number(-7));
  const features = b.join([numbers, steel, b.constant([0.25, -3]), guarded]);
  const weights = Float64Array.from({ length: wide * 6 }, (_, k) => Math.sin(k + 1) / 3);
  const hidden = b.tanh(b.add(b.product(weights, features), b.constant(weights.subarray(0, wide))));
  const triangle = Float64Array.from({ length: (wide * (wide + 1)) / 2 }, (_, k) => Math.cos(k) / 9);
  const packed = b.product(triangle, hidden, true);
  const rows = Float64Array.from({ length: wide * 2 }, (_, k) => Math.sin(3 * k));
  const distances = b.squaredDistances(numbers, rows);
  const kernel = b.exp(b.negate(b.sqrt(distances)));
  const mixed = b.multiply(b.sum(b.multiply(kernel, packed)), b.divide(hidden, b.number(-2)));
  const picked = b.pick(mixed, [4, 0, 4, wide - 1, 2]);
  const curve = b.minimum(b.abs(picked), b.maximum(b.pick(hidden, [1, 2, 3, 4, 5]), b.constant([0.5])));
  const spread = b.sqrt(b.add(b.least(distances), b.number(1e-6)));
  const scalar = b.subtract(b.sum(packed), b.square(first));
  const constant = b.product(Float64Array.of(2, 1), b.constant([3, -4]));
  return {
    instructions: b.instructions,
    results: [scalar, curve, constant].map((mean) => ({
      mean,
      lower: b.subtract(mean, spread),
      upper: b.add(mean, spread),
    })),
  };
}

export function sampleModel(program: Program): ExportedModel {
  const hasBounds = program.results.every(({ lower }) => lower !== null);
  const countColumns = (at: number) => program.instructions[program.results[at]?.mean ?? 0]?.columns ?? 0;
  const output = (at: number, name: string, curve: ExportedOutput["curve"]): ExportedOutput => ({
    name,
    identifier: ["gain", "curve", "fixed"][at] ?? "",
    description: HOSTILE_NAMES[2] ?? "",
    unit: HOSTILE_NAMES[0] ?? "",
    size: countColumns(at),
    curve,
    coefficientOfDetermination: 0.99,
    coverage: 0.95,
    error: at === 0 ? 0.1 : null,
    isLogarithmic: false,
    largestDifference: 0,
  });
  const knots = Float64Array.from({ length: KNOT_COUNT }, (_, k) => k / 10);
  const range = { kind: "continuous", minimum: -1, maximum: 2, initial: 0.5 } as const;
  return {
    identifier: "sample_model",
    title: HOSTILE_NAMES[0] ?? "",
    jobId: 12,
    version: "3f2a",
    createdAt: "2026-11-23T12:00:00.000Z",
    inputs: [
      {
        name: HOSTILE_NAMES[0] ?? "",
        identifier: "a",
        description: HOSTILE_NAMES[1] ?? "",
        unit: "Ω",
        ...range,
      },
      { name: HOSTILE_NAMES[1] ?? "", identifier: "input_a", description: "", unit: "", ...range },
      {
        name: "material",
        identifier: "a_minimum",
        description: "",
        unit: "",
        kind: "categorical",
        levels: LEVEL_NAMES,
        initial: 1,
      },
    ],
    outputs: [
      output(0, HOSTILE_NAMES[0] ?? "", null),
      output(1, HOSTILE_NAMES[2] ?? "", {
        name: HOSTILE_NAMES[1] ?? "",
        identifier: "t",
        unit: '"',
        knots,
        input: null,
      }),
      output(2, "fixed", null),
    ],
    program,
    hasBounds,
    farness: null,
    fidelity: { kind: "exact" },
  };
}

/** Values of the interpreter at points inside and outside of the ranges. */
export function sampleVectors(program: Program, count = 24): TestVectors {
  const points = Float64Array.from({ length: count * 3 }, (_, k) =>
    k % 3 === 2 ? (k % 9) % 3 : 3 * Math.sin(k),
  );
  for (let i = 0; i < count; i++) points[3 * i + 2] = i % LEVEL_NAMES.length;
  const values = runProgram(program, points, count);
  // A program that rounding alone separates from the emulator.
  return { points, count, emulator: values.map(shifted), program: values };
}

const shifted = <T extends { mean: Float64Array }>(values: T): T => ({
  ...values,
  mean: values.mean.map((mean) => mean + 1e-3),
});

export function writeFiles(folder: string, files: readonly ExportedFile[]): void {
  for (const { name, contents } of files) writeFileSync(join(folder, name), contents);
}

/** The largest of |own - wanted| / max(1, |wanted|). */
export function largestDifference(actual: readonly number[], expected: readonly number[]): number {
  if (actual.length !== expected.length)
    throw new Error(`${actual.length} values instead of ${expected.length}.`);
  return Math.max(
    ...expected.map(
      (reference, k) => Math.abs((actual[k] ?? Number.NaN) - reference) / Math.max(1, Math.abs(reference)),
    ),
  );
}

/** All values: of every output the means, lower and upper bounds. */
export const flat = (vectors: TestVectors): number[] =>
  (vectors.program ?? []).flatMap(({ mean, lower, upper }) => [...mean, ...(lower ?? []), ...(upper ?? [])]);

/** The file with the first of its constants that this expression finds changed in the third digit. */
export function withChange(file: ExportedFile, constant: RegExp): ExportedFile {
  const text = String(file.contents);
  const changed = text.replace(
    constant,
    (_, before: string, number: string) => `${before}${Number(number) * 1.01}`,
  );
  if (changed === text) throw new Error(`${file.name} has no such constant.`);
  return { ...file, contents: changed };
}
