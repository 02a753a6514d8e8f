import type { OutputPrediction } from "@understudy/shared/api/emulator.ts";

/** The coefficients of determination of each output, and the values of its coordinate at which they apply. */
export type Accuracies = Readonly<
  Record<string, Pick<OutputPrediction, "coefficients_of_determination" | "coordinate_values">>
>;

/** The accuracies in an answer. They change with the emulator, and not from one slider's step to the next. */
export const extractAccuracies = (outputs: Readonly<Record<string, OutputPrediction>>): Accuracies =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, { coefficients_of_determination, coordinate_values }]) => [
      name,
      { coefficients_of_determination, coordinate_values },
    ]),
  );

type Numbers = readonly (number | null)[] | null | undefined;

/** Item by item: texts of thousands of numbers would cost more than what they save. */
const areSame = (first: Numbers, second: Numbers): boolean =>
  first === second ||
  (first != null &&
    second != null &&
    first.length === second.length &&
    first.every((value, at) => value === second[at]));

export function areSameAccuracies(first: Accuracies, second: Accuracies): boolean {
  const names = Object.keys(second);
  return (
    names.length === Object.keys(first).length &&
    names.every(
      (name) =>
        areSame(first[name]?.coefficients_of_determination, second[name]?.coefficients_of_determination) &&
        areSame(first[name]?.coordinate_values, second[name]?.coordinate_values),
    )
  );
}
