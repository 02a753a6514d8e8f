/** The emulator's own equations in the form that circuit simulators take: a coordinate is an input, and no slope is infinite. */

import type { ExportedModel } from "../exported-model.ts";
import { lowerCurveAt } from "../lowering/curve-at.ts";
import { type Program, ProgramBuilder, type ProgramResult, pruned, type Value } from "../program.ts";
import { copyProgram } from "./copy-program.ts";
import type { Signature } from "./signature.ts";

/**
 * Squared distances below this, in units of the emulator's own lengths, count as this. The slope of a root is infinite at 0, where
 * Newton's method fails; no covariance differs by more than 1e-12 because of it.
 */
const MIN_SQUARED_DISTANCE = 1e-24;

/** @param exact the model whose program yields curves as all their values */
export function ownEquations(
  { program, inputs, outputs }: ExportedModel,
  { inputs: all, outputs: signed }: Signature,
): Program {
  const b = new ProgramBuilder(all.length);
  const ownInputs = b.pick(
    b.inputs,
    inputs.map((_, at) => at),
  );
  const values = copyProgram(b, program, ownInputs, (of, isDistance) =>
    b.sqrt(isDistance ? b.maximum(of, b.number(MIN_SQUARED_DISTANCE)) : of),
  );
  const copiedOrNull = (value: Value | null): Value | null => (value === null ? null : values[value]);
  const results = program.results.map((result, at): ProgramResult => {
    const copied = {
      mean: values[result.mean],
      lower: copiedOrNull(result.lower),
      upper: copiedOrNull(result.upper),
    };
    const coordinate = signed[at].curve?.input ?? null;
    const knots = outputs[at].curve?.knots ?? null;
    if (coordinate === null || knots === null) return copied;
    return lowerCurveAt(b, copied, knots, b.pick(b.inputs, [coordinate]));
  });
  return pruned({ instructions: b.instructions, results });
}

/**
 * The program of networks in which some outputs have the mean of the own equations.
 * @param isOwn of each output
 * @param inputs how many there are, coordinates included
 */
export function withOwnMeans(
  network: Program,
  ownProgram: Program,
  isOwn: readonly boolean[],
  inputs: number,
): Program {
  const b = new ProgramBuilder(inputs);
  const ofNetwork = copyProgram(b, network, b.inputs);
  const ofOwn = copyProgram(b, ownProgram, b.inputs);
  const results = network.results.map(({ mean, lower, upper }, at) => ({
    mean: isOwn[at] ? ofOwn[ownProgram.results[at].mean] : ofNetwork[mean],
    lower: lower === null ? null : ofNetwork[lower],
    upper: upper === null ? null : ofNetwork[upper],
  }));
  return pruned({ instructions: b.instructions, results });
}
