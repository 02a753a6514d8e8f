/** The score of a job as a function of the outputs that it reads. */
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { Composition } from "../bayesian/composition.ts";
import { namesRead, type ScoreOf } from "../emulator/goals.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import type { JobSpace } from "./job-space.ts";
import type { RatedSimulation } from "./rated-simulation.ts";

/** Which outputs the score reads is seen from the results. */
export class ScoreComposition implements Composition {
  readonly #score: ScoreOf;
  readonly #space: JobSpace;
  readonly #outputs = new Set<string>();
  #readsInputs = false;
  /** By their index, or of those without one by their point. */
  readonly #results = new Map<number | string, Readonly<Record<string, number>>>();

  constructor(score: ScoreOf, space: JobSpace) {
    this.#score = score;
    this.#space = space;
  }

  /** @param outputs curves among them */
  add({ index, point, inputs, outputs: scalars }: RatedSimulation, outputs: SimulationOutputs): void {
    const read = namesRead({ score: this.#score }, this.#space.inputsOf(inputs), outputs);
    for (const name of read.outputs) this.#outputs.add(name);
    this.#readsInputs ||= read.inputs.size > 0;
    this.#results.set(index ?? keyOf(point), scalars);
  }

  outputsOf({ id, point }: Pick<RecordedEvaluation, "id" | "point">): number[] | null {
    const result = this.#results.get(id ?? keyOf(point));
    const values = this.#names.map((name) => result?.[name] ?? Number.NaN);
    return values.length > 0 && values.every(Number.isFinite) ? values : null;
  }

  /** The same order, whichever result was added first. */
  get #names(): string[] {
    return [...this.#outputs].sort();
  }

  scoreAt(point: Float64Array): (outputs: readonly number[]) => number {
    const inputs: SimulationInputs = this.#readsInputs
      ? this.#space.inputsOf(this.#space.valuesAt(point))
      : {};
    const names = this.#names;
    return (outputs) => this.#score(inputs, Object.fromEntries(names.map((name, j) => [name, outputs[j]])));
  }
}

const keyOf = (point: Float64Array): string => point.join(" ");
