/** Scales written as programs are the engine's, up to the ends of the numbers. */

import { fromScale, type Scale, toScale as scaled } from "@understudy/engine/dataset/scaling.ts";
import { fromScaleWithin, toScale } from "@understudy/engine/exports/lowering/scales.ts";
import { ProgramBuilder, type Value } from "@understudy/engine/exports/program.ts";
import { runProgram } from "@understudy/engine/exports/run-program.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("scales in programs");

const TESTED_SCALES: readonly Scale[] = [
  { kind: "identity" },
  { kind: "log" },
  { kind: "asinh", unit: 0.01 },
  ...[0.5, -0.5, -1, 2, 0.3, -0.3].map((exponent): Scale => ({ kind: "power", exponent })),
  { kind: "logit" },
];

function computeValues(
  values: readonly number[],
  lowered: (b: ProgramBuilder, of: Value) => Value,
): number[] {
  const b = new ProgramBuilder(1);
  const mean = lowered(b, b.inputs);
  const program = { instructions: b.instructions, results: [{ mean, lower: null, upper: null }] };
  return Array.from(runProgram(program, Float64Array.from(values), values.length)[0]?.mean ?? []);
}

function checkNear(actual: readonly number[], expected: readonly number[], label: string): void {
  expected.forEach((value, at) => {
    const difference = Math.abs((actual[at] ?? Number.NaN) - value);
    assert.ok(difference <= 1e-12 * Math.max(1, Math.abs(value)), `${label}: ${actual[at]} and not ${value}`);
  });
}

for (const scale of TESTED_SCALES) {
  const name = JSON.stringify(scale);
  it(`yield the engine's values on ${name}`, () => {
    const values = [-1e300, -3, -1e-8, 0, 1e-9, 0.02, 0.5, 0.999, 1, 7, 1e6, 1e300];
    // What lies below the lowest value is held by the caller.
    const lowest = -650;
    const isHeld = scale.kind === "log" || (scale.kind === "power" && scale.exponent < 0);
    const held = (value: number): number => (isHeld ? Math.max(lowest, value) : value);
    const lowered = computeValues(values, (b, of) => toScale(b, scale, of, [lowest]));
    checkNear(
      lowered.map(held),
      values.map((value) => held(scaled(scale, value))),
      name,
    );
  });

  it(`and back from ${name}`, () => {
    const values = [-800, -30, -1, -1e-9, 0, 1e-9, 0.3, 1, 30, 800];
    const lowered = computeValues(values, (b, of) => fromScaleWithin(b, scale, of, 800));
    checkNear(
      lowered,
      values.map((value) => fromScale(scale, value)),
      name,
    );
  });
}
