/** The ratings of the simulations of a search. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { VariedValues } from "../../../designs/axes.ts";
import { type Candidate, computeViolation, isBetter } from "../../ask-tell.ts";
import type { Goals } from "../emulator/goals.ts";
import type { JobSpace } from "./job-space.ts";

/** A simulation of the job as it is stored. */
export interface SearchedSimulation {
  /** Its place among the job's simulations, and the number of the proposal that it came from. */
  index: number;
  /** The values of the varied variables. */
  inputs: VariedValues;
  state: "open" | "complete" | "failed";
  /** Null where it is not complete. */
  outputs: SimulationOutputs | null;
}

export interface RatedSimulation {
  /** Null for a result that the job was given. */
  index: number | null;
  point: Float64Array;
  inputs: VariedValues;
  /** The scalar ones. */
  outputs: Record<string, number>;
  /** Null where it does not exist. */
  score: number | null;
  /** At least 0 each where the limits are kept. */
  constraints: number[];
  /** The sum of what they fall short of 0. */
  violation: number;
  /** The score and the further goals, all to be maximised; the score alone where there are none. */
  goals: number[];
}

/** By which a result is found: its index, or its point where it has none. */
export const resultKey = (index: number | null, point: Float64Array): number | string =>
  index ?? point.join(" ");

/** Results in an order in which the best is first; those without a score are last. */
export const byScore = (first: RatedSimulation, second: RatedSimulation): number => {
  const [a, b] = [toCandidate(first), toCandidate(second)];
  if (isBetter(a, b)) return -1;
  return isBetter(b, a) ? 1 : 0;
};

export const isBetterResult = (first: RatedSimulation, second: RatedSimulation): boolean =>
  byScore(first, second) < 0;

/** @param index null: not a simulation of the job */
export function rateResult(
  { score, constraints = [], furtherGoals = [] }: Goals,
  space: JobSpace,
  index: number | null,
  inputs: VariedValues,
  outputs: SimulationOutputs,
): RatedSimulation {
  const allInputs: SimulationInputs = space.inputsOf(inputs);
  const value = score(allInputs, outputs);
  const margins = constraints.map((constraint) => constraint(allInputs, outputs));
  return {
    index,
    point: space.locatePoint(inputs),
    inputs,
    outputs: selectScalars(outputs),
    score: Number.isFinite(value) ? value : null,
    constraints: margins,
    violation: computeViolation(margins),
    goals: [value, ...furtherGoals.map((other) => other(allInputs, outputs))],
  };
}

const selectScalars = (outputs: SimulationOutputs): Record<string, number> =>
  Object.fromEntries(
    Object.entries(outputs).flatMap(([name, value]) => (typeof value === "number" ? [[name, value]] : [])),
  );

const toCandidate = ({ score, violation }: RatedSimulation): Pick<Candidate, "score" | "violation"> => ({
  score: score ?? Number.NEGATIVE_INFINITY,
  violation: score === null ? Number.POSITIVE_INFINITY : violation,
});
