/** The file that keeps a distillation for further exports. */
import type { CircuitEquations, Distillation } from "@understudy/engine/exports/distillation/distillation.ts";
import { readEquations, writeEquations } from "@understudy/engine/exports/distillation/file.ts";
import { type Program, ProgramBuilder } from "@understudy/engine/exports/program.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the file of a distillation");

/** With every kind of instruction. */
function everyKind(): Program {
  const b = new ProgramBuilder(2);
  const row = b.join([b.tanh(b.inputs), b.constant([Number.POSITIVE_INFINITY, -0])]);
  const product = b.product(Float64Array.of(1, 2, 3, 4 / 3), b.pick(row, [1, 0]));
  const near = b.squaredDistances(product, Float64Array.of(0.1, 0.2));
  const chosen = b.select(b.less(near, b.number(1)), b.sum(product), b.least(row));
  return { instructions: b.instructions, results: [{ mean: chosen, lower: null, upper: near }] };
}

const distillation: Distillation = {
  program: everyKind(),
  hidden: [4, 4],
  ownOutputs: [false],
  comparedPoints: 10_000,
  accuracies: [{ share: 0.05, typical: 1e-8, largest: 1e-7, bounds: null, range: 3 }],
  vectors: {
    points: Float64Array.of(0.5, 1.5),
    count: 1,
    emulator: [{ mean: Float64Array.of(1), lower: null, upper: Float64Array.of(2) }],
    program: [{ mean: Float64Array.of(1.1), lower: null, upper: Float64Array.of(2.1) }],
  },
};

const equations: CircuitEquations = { networks: distillation, withOwnEquations: null };

it("holds it bit by bit, and answers no other request", () => {
  const bytes = writeEquations("this", equations);
  assert.equal(readEquations("this", bytes), equations);
  assert.is(readEquations("another", bytes), null);
});

it("is refused where it is damaged", () => {
  const bytes = writeEquations("this", equations);
  assert.is(readEquations("this", bytes.subarray(0, bytes.length / 2)), null);
  assert.is(readEquations("this", new Uint8Array(0)), null);
});
