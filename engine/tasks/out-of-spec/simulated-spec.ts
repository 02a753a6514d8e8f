/** A search for designs out of spec whose simulations run on servers, restored from the stored simulations. */
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { Axis } from "../../designs/axes.ts";
import { locateValues } from "../../designs/axes.ts";
import type { StopReason } from "../ask-tell.ts";
import type { Goals } from "../optimization/emulator/goals.ts";
import type { RecordState } from "../optimization/evaluation-record.ts";
import { type JobSpace, jobSpace } from "../optimization/servers/job-space.ts";
import {
  type RatedSimulation,
  rateResult,
  type SearchedSimulation,
} from "../optimization/servers/rated-simulation.ts";
import { snap } from "../search-space.ts";
import type { ScoreModel } from "./score-model.ts";

/** Proposes the simulations. */
export interface SpecProposer {
  ask(): { id: number; point: Float64Array } | null;
  tell(results: readonly { id: number; point: Float64Array; score: number | null }[]): void;
  /** False while the next proposal does not depend on results. */
  readonly needsResults: boolean;
  readonly stopReason: StopReason | null;
  readonly model: ScoreModel | null;
}

interface SimulatedSpecOptions {
  variables: Readonly<Record<string, JobVariable>>;
  goals: Goals;
  /** The axes of the cube that is searched. */
  axes: readonly Axis[];
  /** All existing simulations, by rising index. */
  knownSimulations: readonly SearchedSimulation[];
  /** Results that the job was given; those outside the ranges are left out. */
  givenResults?: readonly Pick<SearchedSimulation, "inputs" | "outputs">[];
  propose: (state: RecordState) => SpecProposer;
}

export class SimulatedSpec {
  readonly space: JobSpace;
  readonly axes: readonly Axis[];
  readonly proposer: SpecProposer;
  readonly #goals: Goals;
  readonly #points = new Map<number, Float64Array>();
  readonly #rated = new Map<number, RatedSimulation>();
  readonly #failed = new Set<number>();
  readonly #givenResults: readonly RatedSimulation[];

  constructor({
    variables,
    goals,
    axes,
    knownSimulations,
    givenResults = [],
    propose,
  }: SimulatedSpecOptions) {
    this.space = jobSpace(variables);
    this.axes = axes;
    this.#goals = goals;
    this.#givenResults = givenResults
      .filter(({ inputs }) => this.space.holds(inputs))
      .flatMap(({ inputs, outputs }) => (outputs === null ? [] : this.#rate(null, inputs, outputs)));
    for (const simulation of knownSimulations) this.#record(simulation);
    const evaluations = [
      ...this.#givenResults.map(({ point, score }) => ({ id: null, point, score, constraints: [] })),
      ...knownSimulations
        .filter(({ state }) => state !== "open")
        .map(({ index }) => ({ ...this.#createResult(index), constraints: [] })),
    ];
    this.proposer = propose({
      nextId: 1 + knownSimulations.reduce((last, { index }) => Math.max(last, index), -1),
      pending: knownSimulations
        .filter(({ state }) => state === "open")
        .map(({ index, inputs }) => ({ id: index, point: this.pointOf(inputs) })),
      evaluations,
    });
  }

  /** The results, with or without a score, by rising index after those that the job was given. */
  get rated(): RatedSimulation[] {
    const ratedSimulations = [...this.#rated.values()].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    return [...this.#givenResults, ...ratedSimulations];
  }
  get ended(): number {
    return this.#rated.size + this.#failed.size;
  }
  get failed(): number {
    return this.#failed.size;
  }

  /** Computes the point of the cube for a simulation's inputs. */
  pointOf(inputs: SearchedSimulation["inputs"]): Float64Array {
    return snap(this.axes, locateValues(this.axes, this.space.inputsOf(inputs)));
  }

  /**
   * Adds simulations that have ended since they were proposed.
   * @returns the new rated results
   */
  tell(simulations: readonly SearchedSimulation[]): RatedSimulation[] {
    const newlyEnded = simulations.filter(({ index }) => !this.#rated.has(index) && !this.#failed.has(index));
    for (const simulation of newlyEnded) this.#record(simulation);
    this.proposer.tell(newlyEnded.map(({ index }) => this.#createResult(index)));
    return newlyEnded.flatMap(({ index }) => this.#rated.get(index) ?? []);
  }

  #createResult(index: number): { id: number; point: Float64Array; score: number | null } {
    const point = this.#points.get(index) ?? new Float64Array();
    return { id: index, point, score: this.#rated.get(index)?.score ?? null };
  }

  #record({ index, inputs, state, outputs }: SearchedSimulation): void {
    this.#points.set(index, this.pointOf(inputs));
    if (state === "failed") this.#failed.add(index);
    if (state !== "complete" || outputs === null) return;
    this.#rated.set(index, this.#rate(index, inputs, outputs));
  }

  #rate(
    index: number | null,
    inputs: SearchedSimulation["inputs"],
    outputs: NonNullable<SearchedSimulation["outputs"]>,
  ): RatedSimulation {
    const rated = rateResult(this.#goals, this.space, index, inputs, outputs);
    return { ...rated, point: this.pointOf(inputs) };
  }
}
