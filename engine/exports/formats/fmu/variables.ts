/** The variables of an FMU: inputs, then of all outputs the means, the lower and the upper bounds; a curve has one a value. */
import {
  type ExportedInput,
  type ExportedModel,
  type ExportedOutput,
  listParts,
} from "../../exported-model.ts";
import type { ResultPart } from "../../program.ts";

interface Variable {
  name: string;
  /** Its place among all variables: unlike the standard asks for, unique also between numbers and levels. */
  reference: number;
}
export type InputVariable = Variable & { input: ExportedInput };
export type OutputVariable = Variable & {
  output: ExportedOutput;
  part: ResultPart;
  /** The coordinate of a curve's value. */
  knot: number | null;
};

/** Names are structured: `gain`, `curve[2]`, `lower.gain`, `upper.curve[2]`. */
export function listVariables(model: ExportedModel): { inputs: InputVariable[]; outputs: OutputVariable[] } {
  const inputs = model.inputs.map((input, reference) => ({ input, name: input.identifier, reference }));
  const outputs = listParts(model).flatMap((part) =>
    model.outputs.flatMap((output) => {
      const name = `${part === "mean" ? "" : `${part}.`}${output.identifier}`;
      const { curve } = output;
      return Array.from({ length: output.size }, (_, k) => ({
        output,
        part,
        name: curve === null ? name : `${name}[${k + 1}]`,
        knot: curve === null ? null : curve.knots[k],
      }));
    }),
  );
  return {
    inputs,
    outputs: outputs.map((output, at) => ({ ...output, reference: inputs.length + at })),
  };
}
