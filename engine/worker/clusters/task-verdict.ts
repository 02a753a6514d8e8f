/** What becomes of a simulation whose task has ended without leaving its report. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { TaskState } from "./scheduler.ts";

export type Verdict = {
  /** `given back`: it goes to another server, or to this one again, and counts as no failure. */
  readonly kind: "given back" | "infrastructure";
  readonly reason: string;
};

type Circumstances = {
  /** The name of the scheduler. */
  readonly title: string;
  /** The last state of its task; null: it was never listed. */
  readonly state: TaskState | null;
  /** Whether the simulation had begun: it may have waited for others in its task. */
  readonly isStarted: boolean;
  readonly isDiskFull: boolean;
  /** The last lines that the task printed. */
  readonly output: string;
};

export function judgeEndedTask({ title, state, isStarted, isDiskFull, output }: Circumstances): Verdict {
  const name = state === null ? `A task of ${title}` : `${title}'s task ${state.id}`;
  const failure = (text: string): Verdict => ({ kind: "infrastructure", reason: text });
  if (isDiskFull) return failure(`The disk that the cluster shares is full. ${name} left no result.`);
  const printed = output === "" ? "" : ` It printed: ${output}`;
  if (state === null || state.kind !== "ended")
    return failure(`${name} is not listed any more, and it left no result.${printed}`);
  switch (state.end) {
    case "preempted":
      return { kind: "given back", reason: `${name} was preempted by a job of higher priority.` };
    case "out of time":
      return isStarted
        ? failure(`${name} reached the cluster's limit of time and was ended (--time).`)
        : { kind: "given back", reason: `${name} reached its limit of time before this simulation began.` };
    case "node lost":
      return failure(`The node of ${name} failed (${state.reason}).`);
    case "out of memory":
      return failure(`${name} used more memory than the cluster allows it and was ended (--memory).`);
    case "cancelled":
      return failure(`${name} was cancelled on the cluster (${state.reason}).`);
    case "ended":
      return failure(`${name} ended without a result (${state.reason}).${printed}`);
    default:
      return assertNever(state.end);
  }
}
