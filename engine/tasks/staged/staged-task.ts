/**
 * The skeleton of a task that runs in stages and can stop between any two steps: it ends, and goes on later from a copy of its
 * state, with the same result. The clock is injected; without a time limit the result does not depend on it.
 */
import { copyPlain } from "../../models/plain-data.ts";

/** The state of a task between two of its steps (plain data); the stages add to it what they need. */
export interface StagedState {
  stage: string;
  evaluations: number;
  /** The duration of all steps (ms). */
  elapsed: number;
}

/**
 * One step of a stage; it moves `state.stage` on when the stage is over. A step that takes long is a generator: it yields how many points
 * it has rated since, and changes the state only at its end, so that a task which goes on from a checkpoint does the step again.
 */
export type StageStep = (() => Generator<number>) | (() => void);

/** The step of each stage but the last, after which nothing follows. */
export type Stages<Stage extends string> = Readonly<Record<Exclude<Stage, "done">, StageStep>>;

export interface StagedProgress<State extends StagedState> {
  readonly stage: State["stage"];
  /** The number of rated points, with those of the unfinished step. */
  readonly evaluations: number;
  /** Copies the state that the task can go on from (plain data). */
  checkpoint(): State;
}

export interface StagedTask<State extends StagedState> {
  /** The state at the beginning, or that of a checkpoint, which the stages change. */
  readonly state: State;
  readonly stages: Stages<State["stage"]>;
  /** Returns milliseconds. */
  readonly clock: () => number;
}

/** True once the steps of a task took as long as its limit (ms) allows; its stages then end with what there is. */
export const isLate = ({ elapsed }: StagedState, timeLimitMs = Number.POSITIVE_INFINITY): boolean =>
  elapsed >= timeLimitMs;

/** Runs the stages to the end of the last one, and yields between two steps. */
export function* runStages<State extends StagedState>({
  state,
  stages,
  clock,
}: StagedTask<State>): Generator<StagedProgress<State>, State> {
  const createProgress = (evaluations: number): StagedProgress<State> => ({
    stage: state.stage,
    evaluations,
    checkpoint: () => copyPlain(state),
  });
  let startedAt = clock();
  const pause = function* (uncommitted: number) {
    state.elapsed += clock() - startedAt;
    yield createProgress(state.evaluations + uncommitted);
    startedAt = clock();
  };
  for (let step = findStep(stages, state); step !== null; step = findStep(stages, state)) {
    let uncommitted = 0;
    for (const rated of step() ?? []) {
      uncommitted += rated;
      yield* pause(uncommitted);
    }
    state.evaluations += uncommitted;
    if (state.stage === "done") break;
    yield* pause(0);
  }
  state.elapsed += clock() - startedAt;
  return state;
}

function findStep<State extends StagedState>(
  stages: Stages<State["stage"]>,
  { stage }: State,
): StageStep | null {
  const steps: Readonly<Partial<Record<string, StageStep>>> = stages;
  return steps[stage] ?? null;
}
