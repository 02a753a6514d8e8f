/**
 * Optimization by simulations that servers run: Bayesian optimisation that is told each result as it comes in. What it knows is
 * built from the stored simulations whenever its process starts; the number of a proposal is the index of its simulation. Its
 * checkpoint holds only what is fitted besides: the kernels' forms and the trust region.
 */
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { rangeOf } from "../../../dataset/scaling.ts";
import type { VariedValues } from "../../../designs/axes.ts";
import type { DesignValues } from "../../../designs/simulation-design.ts";
import { createRandom, type Random } from "../../../math/random.ts";
import type { StopReason } from "../../ask-tell.ts";
import type { Composition } from "../bayesian/composition.ts";
import { MAX_MODELLED, SUBSET_THRESHOLD } from "../bayesian/modelled.ts";
import { type BayesianCheckpoint, BayesianOptimiser } from "../bayesian/optimiser.ts";
import { type GoalFunction, type Goals, namesRead } from "../emulator/goals.ts";
import type { RecordedEvaluation } from "../evaluation-record.ts";
import { type JobSpace, jobSpace } from "./job-space.ts";
import { type RatedSimulation, rateResult, resultKey, type SearchedSimulation } from "./rated-simulation.ts";
import { restoreOptimiser, type StartOptimiser } from "./restored-optimiser.ts";

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

/**
 * Several goals made one for the next proposal: their augmented Chebyshev mean with random weights, each goal on the scale of what
 * was found so far (J. Knowles, 2006, "ParEGO"). Over many proposals all parts of the front are looked for.
 */

/**
 * The weight of the sum of all goals beside the least of them (the augmented Chebyshev function): every goal keeps
 * some weight.
 */
const AUGMENTATION_WEIGHT = 0.05;

/** @param checkpoint whose proposals and kernels are kept; its trust region followed another mean */
function scalarised(
  start: StartOptimiser,
  { record, models }: BayesianCheckpoint,
  rated: readonly RatedSimulation[],
  seed: number,
): BayesianOptimiser {
  const weights = randomWeights(rated[0]?.goals.length ?? 1, createRandom(seed).fork(4, record.nextId));
  const means = scalarise(rated, weights);
  // The record may hold a part of the results alone, in another order.
  const byResult = new Map(rated.map(({ index, point }, at) => [resultKey(index, point), means[at]]));
  const evaluations = record.evaluations.map((evaluation) => ({
    ...evaluation,
    score:
      evaluation.score === null ? null : (byResult.get(resultKey(evaluation.id, evaluation.point)) ?? null),
  }));
  return start({ ...start().checkpoint(), models, record: { ...record, evaluations } });
}

/** Computes the scalarised score of each result; null where one of its goals does not exist. */
export function scalarise(rated: readonly RatedSimulation[], weights: readonly number[]): (number | null)[] {
  const sound = rated.filter(isSound);
  const scales = weights.map((_, g) => {
    const { low, high } = rangeOf(Float64Array.from(sound, ({ goals }) => goals[g]));
    return { high, range: high - low || 1 };
  });
  return rated.map((result) => {
    if (!isSound(result)) return null;
    const shortfalls = result.goals.map(
      (value, g) => (weights[g] * (scales[g].high - value)) / scales[g].range,
    );
    return -(Math.max(...shortfalls) + AUGMENTATION_WEIGHT * shortfalls.reduce((sum, part) => sum + part, 0));
  });
}

const isSound = ({ score, goals }: RatedSimulation): boolean =>
  score !== null && goals.every((value) => Number.isFinite(value));

/** Evenly from those that add up to 1. */
function randomWeights(count: number, random: Random): number[] {
  const parts = Array.from({ length: count }, () => -Math.log(1 - random.uniform()));
  const sum = parts.reduce((total, part) => total + part, 0) || 1;
  return parts.map((part) => part / sum);
}

/** The score of a job as a function of the outputs that it reads. */

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
