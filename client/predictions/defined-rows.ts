/** The rows of a comparison of actual and predicted values that define the output. */
import type { Answer } from "#api/call.ts";

type Compared = Answer<"getScalarEmulatorOutputs">["outputs"][string];

export type DefinedRows = Omit<Compared, "actual"> & {
  readonly indices: number[];
  readonly actual: number[];
};

const NO_ROWS: DefinedRows = { indices: [], actual: [], values: [], lower_bounds: [], upper_bounds: [] };

/** @returns the rows with an actual value; none while the answer, or the output in it, is not known */
export function definedRows(answer: Answer<"getScalarEmulatorOutputs"> | null, output: string): DefinedRows {
  const compared = answer?.outputs[output];
  if (answer === null || compared === undefined) return NO_ROWS;
  const isDefined = (_: number, at: number): boolean => typeof compared.actual[at] === "number";
  return {
    indices: answer.indices.filter(isDefined),
    actual: compared.actual.filter((value) => value !== null),
    values: compared.values.filter(isDefined),
    lower_bounds: compared.lower_bounds.filter(isDefined),
    upper_bounds: compared.upper_bounds.filter(isDefined),
  };
}
