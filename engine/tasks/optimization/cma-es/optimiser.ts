/** CMA-ES with BIPOP restarts as an optimiser that is asked and told. */
import { createRandom, type Random } from "../../../math/random.ts";
import { copyPlain } from "../../../models/plain-data.ts";
import {
  type AskTell,
  type Candidate,
  type Evaluation,
  isBetter,
  type Proposal,
  type StopReason,
  violationOf,
} from "../../ask-tell.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { EvaluationRecord, type RecordedEvaluation, type RecordState } from "../evaluation-record.ts";
import { genotypeOf, pointOf } from "./distribution.ts";
import { defaultPopulationSize } from "./parameters.ts";
import { INITIAL_SIGMA, nextRun, noRestarts, type Restarts } from "./restarts.ts";
import { CmaRun, type CmaRunState } from "./run.ts";

export interface CmaEsOptions {
  seed: number;
  /** Points that may be asked for. */
  maxEvaluations?: number;
  /** Where the first run begins; the best evaluation told before it, or else a random point, when absent. */
  start?: Float64Array;
  /** Of the first steps, as a share of each axis. */
  sigma?: number;
}

interface Sampled {
  /** Counts all genotypes that were sampled. */
  order: number;
  /** Of the proposal. */
  id: number;
  genotype: Float64Array;
}

interface Ranked extends Pick<Candidate, "score" | "violation"> {
  order: number;
  genotype: Float64Array;
}

/** Plain data. */
export interface CmaEsCheckpoint {
  record: RecordState;
  run: CmaRunState | null;
  restarts: Restarts;
  /** Points told to the current run. */
  runEvaluations: number;
  /** Blocks of points sampled from the current generation, and points used of the latest one. */
  blocks: number;
  used: number;
  /** Genotypes sampled so far. */
  samples: number;
  /** Of the current run, pending. */
  sampled: Sampled[];
  /** Told since the last update. */
  told: Ranked[];
}

/** Generations that may pass on known cells alone before a new cell is asked for at random. */
const MAX_KNOWN_DRAWS = 2000;

export class CmaEs implements AskTell<CmaEsCheckpoint> {
  readonly #space: SearchSpace;
  readonly #options: CmaEsOptions;
  readonly #random: Random;
  readonly #record: EvaluationRecord;
  #state: Omit<CmaEsCheckpoint, "record" | "run">;
  #run: CmaRun | null;
  #block: Float64Array[] | null = null;

  constructor(space: SearchSpace, options: CmaEsOptions, checkpoint?: CmaEsCheckpoint) {
    this.#space = space;
    this.#options = options;
    this.#random = createRandom(options.seed);
    const { record, run, ...state } = checkpoint === undefined ? {} : copyPlain(checkpoint);
    this.#record = new EvaluationRecord(space, record);
    this.#run = run ? new CmaRun(space, run) : null;
    this.#state = {
      restarts: noRestarts(),
      runEvaluations: 0,
      blocks: 0,
      used: 0,
      samples: 0,
      sampled: [],
      told: [],
      ...state,
    };
  }

  get pending(): Proposal[] {
    return this.#record.pending;
  }
  get best(): Candidate | null {
    return this.#record.best;
  }
  get stopReason(): StopReason | null {
    return this.#record.stopReason(this.#options.maxEvaluations);
  }

  ask(count: number): Proposal[] {
    const proposals: Proposal[] = [];
    while (proposals.length < count && this.stopReason === null) {
      const proposal = this.#next();
      if (proposal === null) break;
      proposals.push(proposal);
    }
    return proposals;
  }

  tell(evaluations: readonly Evaluation[]): void {
    const sampled = new Map(this.#state.sampled.map((one) => [one.id, one]));
    const told = this.#record.tell(evaluations);
    for (const evaluation of told) {
      const own = evaluation.id === null ? undefined : sampled.get(evaluation.id);
      if (own !== undefined) this.#state.told.push(rankedOf(own, evaluation));
    }
    const ids = new Set(told.map(({ id }) => id));
    this.#state.sampled = this.#state.sampled.filter(({ id }) => !ids.has(id));
  }

  checkpoint(): CmaEsCheckpoint {
    return copyPlain({
      record: this.#record.state(),
      run: this.#run?.state() ?? null,
      ...this.#state,
    });
  }

  /** Null where no cell that is left can be found. */
  #next(): Proposal | null {
    for (let draw = 0; draw < MAX_KNOWN_DRAWS; draw++) {
      const genotype = this.#sample();
      const point = pointOf(this.#space, genotype);
      if (this.#record.isNew(point)) return this.#propose(point, genotype);
      const known = this.#record.evaluationOf(point);
      if (known !== null) this.#state.told.push(rankedOf({ genotype, order: this.#state.samples++ }, known));
    }
    const point = this.#record.unseenPoint(this.#random.fork(2, this.#record.proposed));
    return point === null ? null : this.#propose(point, genotypeOf(this.#space, point));
  }

  #propose(point: Float64Array, genotype: Float64Array): Proposal {
    const proposal = this.#record.propose(point);
    this.#state.sampled.push({ id: proposal.id, genotype, order: this.#state.samples++ });
    return proposal;
  }

  /** The next genotype of the current generation, updated by all that were told. */
  #sample(): Float64Array {
    let run = this.#run ?? this.#firstRun();
    // Whatever ended first, they count in the order in which they were sampled.
    this.#state.told.sort((a, b) => a.order - b.order);
    while (this.#state.told.length >= run.populationSize) {
      const generation = this.#state.told.splice(0, run.populationSize);
      this.#state.runEvaluations += generation.length;
      run.learn(rank(generation));
      if (run.isConverged) run = this.#restart();
      this.#state.blocks = 0;
      this.#block = null;
    }
    if (this.#state.blocks > 0 && this.#block === null) this.#block = this.#sampleBlock(run);
    if (this.#block === null || this.#state.used >= this.#block.length) {
      this.#state.blocks++;
      this.#state.used = 0;
      this.#block = this.#sampleBlock(run);
    }
    return this.#block[this.#state.used++];
  }

  #sampleBlock(run: CmaRun): Float64Array[] {
    const random = this.#random.fork(0, this.#state.restarts.runs, run.generation, this.#state.blocks);
    return run.sample(run.populationSize, random);
  }

  #firstRun(): CmaRun {
    const { start = this.best?.point ?? this.#randomPoint(), sigma = INITIAL_SIGMA } = this.#options;
    const run = CmaRun.start(this.#space, start, sigma, defaultPopulationSize(this.#space.length));
    this.#run = run;
    return run;
  }

  #restart(): CmaRun {
    const { restarts, runEvaluations } = this.#state;
    const random = this.#random.fork(1, restarts.runs);
    const { populationSize, sigma } = nextRun(restarts, this.#space.length, runEvaluations, random);
    this.#state = { ...this.#state, runEvaluations: 0, sampled: [], told: [] };
    const run = CmaRun.start(this.#space, this.#randomPoint(), sigma, populationSize);
    this.#run = run;
    return run;
  }

  #randomPoint(): Float64Array {
    const random = this.#random.fork(3, this.#state.restarts.runs);
    return snap(
      this.#space,
      Float64Array.from(this.#space, () => random.uniform()),
    );
  }
}

const rankedOf = (
  { genotype, order }: Pick<Sampled, "genotype" | "order">,
  { score, constraints }: RecordedEvaluation,
): Ranked => ({
  genotype,
  order,
  score: score ?? Number.NEGATIVE_INFINITY,
  violation: score === null ? Number.POSITIVE_INFINITY : violationOf(constraints),
});

/** The best first; of equals that which was told first. */
export const rank = <One extends Pick<Candidate, "score" | "violation">>(all: readonly One[]): One[] =>
  all.toSorted((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0));
