/** The score of a job as a function of the outputs that it reads. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { Composition } from "../bayesian/composition.ts";
import { type GoalFunction, namesRead } from "../emulator/goals.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { JobSpace } from "./job-space.ts";
import { type RatedSimulation, resultKey } from "./rated-simulation.ts";

/** The values that the score reads are found by the first result that has a score: others may lack some of them. */
export class ScoreComposition implements Composition {
  readonly #score: GoalFunction;
  readonly #space: JobSpace;
  #outputs: readonly string[] | null = null;
  #readsInputs = false;
  readonly #results = new Map<number | string, Readonly<Record<string, number>>>();

  constructor(score: GoalFunction, space: JobSpace) {
    this.#score = score;
    this.#space = space;
  }

  /** @param outputs curves among them */
  add({ index, point, inputs, outputs: scalars, score }: RatedSimulation, outputs: SimulationOutputs): void {
    if (this.#outputs === null && score !== null) {
      const read = namesRead({ score: this.#score }, this.#space.inputsOf(inputs), outputs);
      this.#outputs = [...read.outputs].sort();
      this.#readsInputs = read.inputs.size > 0;
    }
    this.#results.set(resultKey(index, point), scalars);
  }

  readOutputs({ id, point }: Pick<RecordedEvaluation, "id" | "point">): number[] | null {
    const result = this.#results.get(resultKey(id, point));
    const values = (this.#outputs ?? []).map((name) => result?.[name] ?? Number.NaN);
    return values.length > 0 && values.every(Number.isFinite) ? values : null;
  }

  createScoreFunction(point: Float64Array): (outputs: readonly number[]) => number {
    const inputs: SimulationInputs = this.#readsInputs
      ? this.#space.inputsOf(this.#space.valuesAt(point))
      : {};
    const names = this.#outputs ?? [];
    const named: Record<string, number> = Object.fromEntries(names.map((name) => [name, Number.NaN]));
    return (outputs) => {
      for (let j = 0; j < names.length; j++) named[names[j]] = outputs[j];
      return this.#score(inputs, named);
    };
  }
}
