import { ProgramBuilder } from "@understudy/engine/exports/program.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the builder of programs");

it("builds the same instruction once", () => {
  const b = new ProgramBuilder(2);
  const shares = () => b.product(Float64Array.of(0.1, 0.2), b.exp(b.inputs));
  assert.is(b.add(shares(), b.number(1)), b.add(shares(), b.number(1)));
  assert.is(b.instructions.length, 5);
});

it("tells apart other numbers, other operands and long arrays that are not the same one", () => {
  const b = new ProgramBuilder(2);
  assert.is.not(b.number(0.1 + 0.2), b.number(0.3));
  assert.is.not(b.subtract(b.number(1), b.number(2)), b.subtract(b.number(2), b.number(1)));
  assert.is.not(b.pick(b.inputs, [1, 0]), b.pick(b.inputs, [0, 0]));
  const long = new Float64Array(5000);
  assert.is.not(b.product(long, b.inputs), b.product(long.slice(), b.inputs));
  assert.is(b.product(long, b.inputs), b.product(long, b.inputs));
});
