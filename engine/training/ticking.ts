import type { TrainEvent } from "./prepare/messages.ts";

/** Runs steps of work, with a tick between two, in which the caller handles its messages. */
export async function* ticking<Result>(
  work: Generator<undefined, Result>,
): AsyncGenerator<TrainEvent, Result> {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done) return step.value;
    yield { type: "tick" };
  }
}
