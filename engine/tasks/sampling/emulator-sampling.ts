/** A sampling whose log densities an emulator computes at once, as a staged task of one stage. */
import { runStages, type StagedProgress, type StagedState } from "../staged/staged-task.ts";
import type { SamplingRun } from "./sampling-run.ts";

/** A step of the task evaluates proposals for this long (ms), between two reports of its progress. */
const SLICE_MS = 50;

export interface ChainState extends StagedState {
  stage: "chain" | "done";
}

export interface EmulatorSampling {
  /** The chain, from its beginning or its checkpoint on. Its own checkpoint is what a sampling goes on from. */
  readonly run: SamplingRun;
  /** Computes the log density of each point; null or infinite where there is none. */
  readonly scores: (points: readonly Float64Array[]) => readonly (number | null)[];
  /** Called when no walker has found a design with a density, and none is left to be tried. @throws the error that ends the sampling */
  readonly onLost: () => never;
  /** Returns milliseconds. */
  readonly clock: () => number;
}

/** Evaluates proposals until the chain has converged, or has as many evaluations as are allowed. */
export function* sampleOnEmulator({
  run,
  scores,
  onLost,
  clock,
}: EmulatorSampling): Generator<StagedProgress<ChainState>, ChainState> {
  const state: ChainState = { stage: "chain", evaluations: run.evaluations, elapsed: 0 };
  const chain = (): void => {
    const until = clock() + SLICE_MS;
    do {
      if (run.isLost) onLost();
      const proposals = run.ask();
      if (proposals.length === 0) {
        state.stage = "done";
        break;
      }
      const { round } = run;
      const roundScores = scores(round.map(({ point }) => point));
      const scoreById = new Map(round.map(({ id }, at) => [id, roundScores[at] ?? null]));
      run.tell(proposals.map((proposal) => ({ proposal, score: scoreById.get(proposal.id) ?? null })));
    } while (clock() < until);
    state.evaluations = run.evaluations;
  };
  return yield* runStages({ state, stages: { chain }, clock });
}
