/** The goals of an optimisation. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";

/** A goal to maximise, or a constraint g >= 0; NaN where it does not exist. */
export type GoalFunction = (inputs: SimulationInputs, outputs: SimulationOutputs) => number;

export interface Goals {
  score: GoalFunction;
  /** The constraints. */
  constraints?: readonly GoalFunction[];
  /** Further goals to maximise; together with the score they have a non-dominated front. */
  furtherGoals?: readonly GoalFunction[];
}

export interface NamesRead {
  inputs: ReadonlySet<string>;
  outputs: ReadonlySet<string>;
}

/** Finds the inputs and outputs that the goals read, by evaluating them once. */
export function namesRead(
  { score, constraints = [], furtherGoals = [] }: Goals,
  inputs: SimulationInputs,
  outputs: SimulationOutputs,
): NamesRead {
  const readInputs = new Set<string>();
  const readOutputs = new Set<string>();
  for (const goal of [score, ...constraints, ...furtherGoals])
    goal(observeReads(inputs, readInputs), observeReads(outputs, readOutputs));
  return { inputs: readInputs, outputs: readOutputs };
}

/** Wraps an object so that the names of its read properties are collected. */
function observeReads<Values extends object>(values: Values, readNames: Set<string>): Values {
  return new Proxy(values, {
    get: (target, name, receiver) => {
      if (typeof name === "string" && Object.hasOwn(target, name)) readNames.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
}
