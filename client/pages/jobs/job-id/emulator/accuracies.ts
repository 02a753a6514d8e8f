import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";

/** By output: its coefficients of determination, and where along its coordinate these are. */
export type Accuracies = Readonly<
  Record<string, Pick<OutputPrediction, "coefficients_of_determination" | "coordinate_values">>
>;

/** The accuracies in an answer. They change with the emulator, and not from one slider's step to the next. */
export const accuraciesOf = (outputs: Readonly<Record<string, OutputPrediction>>): Accuracies =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, { coefficients_of_determination, coordinate_values }]) => [
      name,
      { coefficients_of_determination, coordinate_values },
    ]),
  );

type Numbers = readonly (number | null)[] | null | undefined;

/** Item by item: texts of thousands of numbers would cost more than what they save. */
const areSame = (one: Numbers, other: Numbers): boolean =>
  one === other ||
  (one != null &&
    other != null &&
    one.length === other.length &&
    one.every((value, at) => value === other[at]));

export function areSameAccuracies(one: Accuracies, other: Accuracies): boolean {
  const names = Object.keys(other);
  return (
    names.length === Object.keys(one).length &&
    names.every(
      (name) =>
        areSame(one[name]?.coefficients_of_determination, other[name]?.coefficients_of_determination) &&
        areSame(one[name]?.coordinate_values, other[name]?.coordinate_values),
    )
  );
}
