/** CMA-ES with BIPOP restarts, with the ask-and-tell interface. */
import { createRandom, type Random } from "../../../math/random.ts";
import { copyPlain } from "../../../models/plain-data.ts";
import {
  type AskTell,
  type Candidate,
  computeViolation,
  type Evaluation,
  isBetter,
  type Proposal,
  type StopReason,
} from "../../ask-tell.ts";
import { type SearchSpace, snap } from "../../search-space.ts";
import { EvaluationRecord, type RecordedEvaluation, type RecordState } from "../evaluation-record.ts";
import { toGenotype, toPoint } from "./distribution.ts";
import { defaultPopulationSize } from "./parameters.ts";
import { createRestarts, INITIAL_SIGMA, nextRun, type Restarts } from "./restarts.ts";
import { CmaRun, type CmaRunState } from "./run.ts";

export interface CmaEsOptions {
  seed: number;
  /** The largest number of points that are proposed. */
  maxEvaluations?: number;
  /** The mean of the first run; when absent, the best evaluation told before it, or else a random point. */
  start?: Float64Array;
  /** The standard deviation of the first steps, as a share of each axis. */
  sigma?: number;
}

interface Sampled {
  /** The index among all sampled genotypes. */
  order: number;
  /** The id of the proposal. */
  id: number;
  genotype: Float64Array;
}

interface Ranked extends Pick<Candidate, "score" | "violation"> {
  order: number;
  genotype: Float64Array;
}

/** The state of the optimiser (plain data, stored by the servers' search). */
export interface CmaEsCheckpoint {
  record: RecordState;
  run: CmaRunState | null;
  restarts: Restarts;
  /** The number of points told to the current run. */
  runEvaluations: number;
  /** The number of blocks sampled from the current generation, and of points used of the latest block. */
  blocks: number;
  used: number;
  /** The number of genotypes sampled so far. */
  samples: number;
  /** The pending genotypes of the current run. */
  sampled: Sampled[];
  /** The genotypes with results since the last update. */
  told: Ranked[];
}

/** After this many draws of known cells alone, a new cell is drawn at random. */
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
      restarts: createRestarts(),
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
    const sampled = new Map(
      this.#state.sampled.map((sampledGenotype) => [sampledGenotype.id, sampledGenotype]),
    );
    const recorded = this.#record.tell(evaluations);
    for (const evaluation of recorded) {
      const sampledGenotype = evaluation.id === null ? undefined : sampled.get(evaluation.id);
      if (sampledGenotype !== undefined) this.#state.told.push(toRanked(sampledGenotype, evaluation));
    }
    const ids = new Set(recorded.map(({ id }) => id));
    this.#state.sampled = this.#state.sampled.filter(({ id }) => !ids.has(id));
  }

  checkpoint(): CmaEsCheckpoint {
    return copyPlain({
      record: this.#record.state(),
      run: this.#run?.state() ?? null,
      ...this.#state,
    });
  }

  /** Proposes the next point; null where no new cell is found. */
  #next(): Proposal | null {
    for (let draw = 0; draw < MAX_KNOWN_DRAWS; draw++) {
      const genotype = this.#sample();
      const point = toPoint(this.#space, genotype);
      if (this.#record.isNew(point)) return this.#propose(point, genotype);
      const knownEvaluation = this.#record.findEvaluation(point);
      if (knownEvaluation !== null)
        this.#state.told.push(toRanked({ genotype, order: this.#state.samples++ }, knownEvaluation));
    }
    const point = this.#record.unseenPoint(this.#random.fork(2, this.#record.proposed));
    return point === null ? null : this.#propose(point, toGenotype(this.#space, point));
  }

  #propose(point: Float64Array, genotype: Float64Array): Proposal {
    const proposal = this.#record.propose(point);
    this.#state.sampled.push({ id: proposal.id, genotype, order: this.#state.samples++ });
    return proposal;
  }

  /** Samples the next genotype of the current generation, after updates by all complete generations of results. */
  #sample(): Float64Array {
    let run = this.#run ?? this.#firstRun();
    // The results count in the order in which they were sampled, whichever ended first.
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

const toRanked = (
  { genotype, order }: Pick<Sampled, "genotype" | "order">,
  { score, constraints }: RecordedEvaluation,
): Ranked => ({
  genotype,
  order,
  score: score ?? Number.NEGATIVE_INFINITY,
  violation: score === null ? Number.POSITIVE_INFINITY : computeViolation(constraints),
});

/** Sorts candidates, the best first; equal ones keep their order. */
export const rank = <RankedCandidate extends Pick<Candidate, "score" | "violation">>(
  candidates: readonly RankedCandidate[],
): RankedCandidate[] => candidates.toSorted((a, b) => (isBetter(a, b) ? -1 : isBetter(b, a) ? 1 : 0));
