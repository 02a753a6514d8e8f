/** What an optimisation is for. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";

/** Larger is better; of a constraint at least 0 is feasible. Not a number where it does not exist. */
export type ScoreOf = (inputs: SimulationInputs, outputs: SimulationOutputs) => number;

export interface Goals {
  score: ScoreOf;
  /** Limits to keep. */
  constraints?: readonly ScoreOf[];
  /** To be maximised as well; together with the score they have a non-dominated front. */
  others?: readonly ScoreOf[];
}

export interface NamesRead {
  inputs: ReadonlySet<string>;
  outputs: ReadonlySet<string>;
}

/** Which inputs and outputs the goals read, found by evaluating them once. */
export function namesRead(
  { score, constraints = [], others = [] }: Goals,
  inputs: SimulationInputs,
  outputs: SimulationOutputs,
): NamesRead {
  const readInputs = new Set<string>();
  const readOutputs = new Set<string>();
  for (const goal of [score, ...constraints, ...others])
    goal(observed(inputs, readInputs), observed(outputs, readOutputs));
  return { inputs: readInputs, outputs: readOutputs };
}

/** A copy that notes which of its properties are read. */
function observed<Values extends object>(values: Values, read: Set<string>): Values {
  return new Proxy(values, {
    get: (target, name, receiver) => {
      if (typeof name === "string" && Object.hasOwn(target, name)) read.add(name);
      return Reflect.get(target, name, receiver);
    },
  });
}
