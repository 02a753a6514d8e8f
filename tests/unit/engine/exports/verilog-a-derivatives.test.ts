/** The compiler of the Verilog-A modules of the benches: its values and derivatives beside those of the program. */
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { assert, suite } from "../../../harness.ts";
import { networkModel } from "../../../support/exports/network-model.ts";
import { moduleDerivatives } from "../../../support/osdi/compile.ts";

const DIFFERENCE_STEP = 1e-5;
/** The number of inputs that are numbers. */
const CONTINUOUS_INPUT_COUNT = 2;

const it = suite("a Verilog-A module compiled with derivatives");
it("has the values of the program and the slopes of its differences", async () => {
  const { model, vectors } = networkModel();
  const compiled = await moduleDerivatives(model, vectors);
  assert.is(compiled.length, vectors.count);
  const at = (points: Float64Array) => runProgram(model.program, points, vectors.count);
  const moved = (input: number, by: number) =>
    at(vectors.points.map((value, k) => (k % 3 === input ? value + by : value)));
  const values = at(vectors.points);
  const near = (actual = Number.NaN, expected = Number.NaN, tolerance: number) =>
    assert.ok(
      Math.abs(actual - expected) <= tolerance * Math.max(1, Math.abs(expected)),
      `${actual}, not ${expected}`,
    );
  for (const [output, { mean }] of values.entries()) {
    for (const [i, value] of mean.entries()) near(compiled[i]?.[output]?.[0], value, 1e-12);
    for (let input = 0; input < CONTINUOUS_INPUT_COUNT; input++) {
      const [above, below] = [
        moved(input, DIFFERENCE_STEP)[output]?.mean,
        moved(input, -DIFFERENCE_STEP)[output]?.mean,
      ];
      for (let i = 0; i < vectors.count; i++) {
        const slope = ((above?.[i] ?? Number.NaN) - (below?.[i] ?? Number.NaN)) / (2 * DIFFERENCE_STEP);
        near(compiled[i]?.[output]?.[1 + input], slope, 1e-6);
      }
    }
    for (const point of compiled) assert.is(point[output]?.[1 + CONTINUOUS_INPUT_COUNT], 0);
  }
});
