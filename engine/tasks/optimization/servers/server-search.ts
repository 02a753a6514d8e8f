/**
 * Optimization by simulations that servers run: Bayesian optimisation that is told each result as it comes in. What it knows is
 * built from the stored simulations whenever its process starts; the number of a proposal is the index of its simulation. Its
 * checkpoint holds only what is fitted besides: the kernels' forms and the trust region.
 */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import type { VariedValues } from "../../../designs/axes.ts";
import type { DesignValues } from "../../../designs/simulation-design.ts";
import type { StopReason } from "../../ask-tell.ts";
import { MAX_MODELLED, SUBSET_THRESHOLD } from "../bayesian/modelled.ts";
import { type BayesianCheckpoint, BayesianOptimiser } from "../bayesian/optimiser.ts";
import type { Goals } from "../emulator/goals.ts";
import { type JobSpace, jobSpace } from "./job-space.ts";
import { type RatedSimulation, rateResult, type SearchedSimulation } from "./rated-simulation.ts";
import { restoreOptimiser } from "./restored-optimiser.ts";
import { scalarised } from "./scalarised.ts";
import { ScoreComposition } from "./score-composition.ts";

interface SearchSettings {
  variables: Parameters<typeof jobSpace>[0];
  /** The relation that every design keeps; absent or null: there is none. */
  relation?: KeptRelation | null;
  goals: Goals;
  seed: number;
  /** Simulations that may be asked for. */
  maximum: number;
  /** Begin at the variables' initial values. */
  warmStart: boolean;
  /** `improve` searches the kernels, so that proposals need not wait for that; not of several goals, of which each has its own mean. */
  isImproved?: boolean;
}
export interface ServerSearchOptions extends SearchSettings {
  /** All simulations that there are, by rising index. */
  knownSimulations: readonly SearchedSimulation[];
  /** Results that the job was given, as rows of Extra Data; those outside the ranges are left out. */
  givenResults?: readonly { inputs: VariedValues; outputs: SimulationOutputs }[];
  checkpoint?: BayesianCheckpoint | null;
}

export interface ProposedSimulation {
  index: number;
  inputs: DesignValues;
}

export class ServerSearch {
  readonly space: JobSpace;
  readonly #settings: SearchSettings;
  /** By index: of all simulations, and of those that have ended. */
  readonly #points = new Map<number, Float64Array>();
  readonly #rated = new Map<number, RatedSimulation>();
  readonly #failed = new Set<number>();
  readonly #givenResults: readonly RatedSimulation[];
  /** Null where there are several goals, of which each proposal pursues another mean. */
  readonly #composition: ScoreComposition | null;
  /** Evaluations that the optimiser was told. */
  #modelled = 0;
  #optimiser: BayesianOptimiser;

  constructor(options: ServerSearchOptions) {
    const { knownSimulations, givenResults: givenRows = [], checkpoint = null, ...settings } = options;
    const { variables, goals, relation = null } = settings;
    this.#settings = settings;
    this.space = jobSpace(variables, relation);
    this.#composition = this.#isSingle ? new ScoreComposition(goals.score, this.space) : null;
    this.#givenResults = givenRows
      .filter(({ inputs }) => this.space.holds(inputs))
      .map(({ inputs, outputs }) => this.#rate(null, inputs, outputs));
    for (const simulation of knownSimulations) this.#note(simulation);
    for (const { index, inputs } of knownSimulations) this.#points.set(index, this.space.locatePoint(inputs));
    this.#optimiser = this.#restored(checkpoint);
  }

  /** Results with a score or without, by rising index, after those that the job was given. */
  get rated(): RatedSimulation[] {
    const ratedSimulations = [...this.#rated.values()].sort((a, b) => (a.index ?? 0) - (b.index ?? 0));
    return [...this.#givenResults, ...ratedSimulations];
  }
  /** Simulations that have ended, whichever way. */
  get ended(): number {
    return this.#rated.size + this.#failed.size;
  }
  get stopReason(): StopReason | null {
    return this.#optimiser.stopReason;
  }

  /** @param simulations that have ended since they were proposed */
  tell(simulations: readonly SearchedSimulation[]): RatedSimulation[] {
    const fresh = simulations.filter(({ index }) => !this.#rated.has(index) && !this.#failed.has(index));
    for (const simulation of fresh) this.#note(simulation);
    this.#optimiser.tell(
      fresh.map(({ index, inputs }) => {
        const rated = this.#rated.get(index);
        const point = rated?.point ?? this.space.locatePoint(inputs);
        return { id: index, point, score: rated?.score ?? null, constraints: rated?.constraints ?? [] };
      }),
    );
    this.#modelled += fresh.length;
    if (this.#modelled > SUBSET_THRESHOLD) {
      // The kernels were fitted to other results.
      const { models } = this.#started().checkpoint();
      this.#optimiser = this.#restored({ ...this.#optimiser.checkpoint(), models });
    }
    return fresh.flatMap(({ index }) => this.#rated.get(index) ?? []);
  }

  /** False while the next simulation is the same whatever is known by then. */
  get needsResults(): boolean {
    return this.#optimiser.needsResults;
  }

  /** The next simulation; null: there is a reason to stop. It is pending from now on. */
  ask(): ProposedSimulation | null {
    if (!this.#isSingle) this.#aim();
    const [proposal] = this.#optimiser.ask(1);
    if (proposal === undefined) return null;
    this.#points.set(proposal.id, proposal.point);
    return { index: proposal.id, inputs: this.space.valuesAt(proposal.point) };
  }

  /** A search of the kernels is due. */
  get canImprove(): boolean {
    return this.#isImproved && this.#optimiser.canImprove;
  }

  /** Searches the kernels for what is known now, by and by; the rest may go on in between. */
  improve(): Generator<undefined, void> {
    return this.#optimiser.improve();
  }

  checkpoint(): BayesianCheckpoint {
    return this.#optimiser.checkpoint();
  }

  get #isSingle(): boolean {
    return (this.#settings.goals.furtherGoals ?? []).length === 0;
  }
  get #isImproved(): boolean {
    return this.#isSingle && (this.#settings.isImproved ?? false);
  }

  get #started() {
    const { seed, maximum, warmStart } = this.#settings;
    const starts = warmStart ? [this.space.initialPoint] : [];
    const isImproved = this.#isImproved;
    return (checkpoint?: BayesianCheckpoint) =>
      new BayesianOptimiser(
        this.space.axes,
        {
          seed,
          maxEvaluations: maximum,
          starts,
          composition: this.#composition,
          isImproved,
          walks: this.#isSingle,
        },
        checkpoint,
      );
  }

  #restored(checkpoint: BayesianCheckpoint | null): BayesianOptimiser {
    const storedPoints = [...this.#points].map(([index, point]) => {
      const result = this.#rated.get(index) ?? null;
      return { index, point, isOpen: result === null && !this.#failed.has(index), result };
    });
    this.#modelled = Math.min(MAX_MODELLED, this.ended + this.#givenResults.length);
    return restoreOptimiser(this.#started, {
      space: this.space.axes,
      knownPoints: storedPoints,
      givenResults: this.#givenResults,
      checkpoint,
    });
  }

  /** With several goals, each proposal optimises another scalarisation. */
  #aim(): void {
    const { seed } = this.#settings;
    this.#optimiser = scalarised(this.#started, this.#optimiser.checkpoint(), this.rated, seed);
  }

  #note({ index, inputs, state, outputs }: SearchedSimulation): void {
    if (state === "failed") this.#failed.add(index);
    if (state !== "complete" || outputs === null) return;
    this.#rated.set(index, this.#rate(index, inputs, outputs));
  }

  #rate(index: number | null, inputs: VariedValues, outputs: SimulationOutputs): RatedSimulation {
    const rated = rateResult(this.#settings.goals, this.space, index, inputs, outputs);
    this.#composition?.add(rated, outputs);
    return rated;
  }
}
