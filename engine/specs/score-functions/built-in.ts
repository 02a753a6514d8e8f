/** The platform's own score functions: larger is better, and in spec means at least 0. */
import type { ScoreFunctionOption } from "@understudy/shared/domain/spec-manifest.ts";
import { between, type Curve, eachPair } from "../expressions/values.ts";

/** The values of a score function's inputs for one simulation. */
export type ScoreInputs = {
  number: (input: string) => number;
  curve: (input: string) => Curve;
};
type BuiltIn = ScoreFunctionOption & { readonly score: (inputs: ScoreInputs) => number };

const output = { name: "output", help_text: "", type: "Output Scalar", default: null } as const;
const tolerance = {
  name: "tolerance",
  help_text: "The deviation that has a score of one. 0 means a twentieth of the target.",
  type: "Scalar",
  default: 0,
} as const;
const limit = (name: "lower" | "upper") => ({
  name,
  help_text: `The ${name} limit of the output`,
  type: "Scalar" as const,
  default: 0,
});

/** A twentieth, where no deviation is given that counts as one. */
const toleranceOr = (givenTolerance: number, size: number): number =>
  givenTolerance > 0 ? givenTolerance : size > 0 ? size / 20 : 1;

const BUILT_IN: readonly BuiltIn[] = [
  {
    name: "Maximise output",
    job_types: ["Optimization", "Sampling"],
    inputs: [{ ...output, help_text: "The output to make as large as possible" }],
    score: ({ number }) => number("output"),
  },
  {
    name: "Minimise output",
    job_types: ["Optimization", "Sampling"],
    inputs: [{ ...output, help_text: "The output to make as small as possible" }],
    score: ({ number }) => -number("output"),
  },
  {
    // The logarithm of a normal density about the target, but for a constant.
    name: "Match target value",
    job_types: ["Optimization", "Sampling"],
    inputs: [
      { ...output, help_text: "The output to bring to the target" },
      { name: "target", help_text: "The value wanted of the output", type: "Scalar", default: 0 },
      tolerance,
    ],
    score: ({ number }) => {
      const target = number("target");
      return -0.5 * ((number("output") - target) / toleranceOr(number("tolerance"), Math.abs(target))) ** 2;
    },
  },
  {
    name: "Match target curve",
    job_types: ["Optimization", "Sampling"],
    inputs: [
      { ...output, type: "Output Vector", help_text: "The curve to bring to the target" },
      {
        name: "target",
        help_text: "A CSV file of two columns: coordinate, value",
        type: "File",
        default: null,
      },
      {
        ...tolerance,
        help_text: "The deviation that has a score of one. 0 means a twentieth of the target's range.",
      },
    ],
    score: ({ number, curve }) => matchCurve(curve("output"), curve("target"), number("tolerance")),
  },
  {
    name: "Within limits",
    job_types: ["Optimization", "Sampling", "Out of Spec"],
    inputs: [
      { ...output, help_text: "The output to keep within the limits" },
      limit("lower"),
      limit("upper"),
    ],
    // 1 in the middle, 0 at either limit.
    score: ({ number }) => {
      const [value, lower, upper] = [number("output"), number("lower"), number("upper")];
      return Math.min(value - lower, upper - value) / ((upper - lower) / 2);
    },
  },
];

/** Minus half the mean squared deviation, in tolerances, where the target has values. */
function matchCurve(curve: Curve, target: Curve, tolerance: number): number {
  const [low = Number.NaN, high = Number.NaN] = [target.x[0], target.x.at(-1)];
  const size = Math.max(...target.y) - Math.min(...target.y);
  const unit = toleranceOr(tolerance, size);
  const squares = eachPair(between(curve, low, high), target, (a, b) => ((a - b) / unit) ** 2);
  if (typeof squares !== "object") return Number.NaN;
  return (-0.5 * squares.y.reduce((sum, square) => sum + square, 0)) / squares.y.length;
}

export const BUILT_IN_NAMES: readonly string[] = BUILT_IN.map(({ name }) => name);

export const builtIn = (name: string): BuiltIn | undefined =>
  BUILT_IN.find((candidate) => candidate.name === name);

/**
 * Lists the functions that a job may choose, as the form shows them; those that need an output of a kind which the
 * spec has none of are left out.
 */
export function builtInOptions(outputTypes: ReadonlySet<"Scalar" | "Vector">): ScoreFunctionOption[] {
  return BUILT_IN.filter(({ inputs }) =>
    inputs.every(({ type }) => {
      if (type === "Output Scalar") return outputTypes.has("Scalar");
      return type !== "Output Vector" || outputTypes.has("Vector");
    }),
  ).map(({ name, job_types, inputs }) => ({ name, job_types, inputs }));
}
