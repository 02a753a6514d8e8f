/** One piece of work in the hands of this runner, from its claim to its end. */

import type { Claim, WriteOutcome } from "../contract/claim.ts";
import type { ToChild, ToRunner } from "../contract/messages.ts";
import type { RunnerLimits } from "../contract/options.ts";
import type { RunnerLog, RunnerPorts } from "../contract/ports.ts";
import { type Child, type ChildEnd, startChild } from "./child-process.ts";

export type SessionContext = {
  readonly ports: RunnerPorts;
  readonly limits: RunnerLimits;
  readonly log: RunnerLog;
};

export type ChildMessage = Exclude<ToRunner, { type: "alive" }>;

/** Why the work ends before its time. */
export type Interruption =
  /** A person paused the job. */
  | "stop"
  /** This runner is closing: the next one goes on. */
  | "suspend"
  /** Another runner has the work, or the job is gone: nothing that is done for it is stored any more. */
  | "lost";

/** Thrown when the work has to be put back for the next runner. */
export class PutBackError extends Error {
  override readonly name = "PutBackError";
}

export type Session = {
  interrupt(why: Interruption): void;
  /** Rejects with a PutBackError, or with what a port threw. */
  readonly done: Promise<void>;
};

export type PhaseDriver = {
  readonly order: ToChild;
  readonly deadline: number;
  /** Answers "refused" when the platform no longer wants this work. */
  handle(message: ChildMessage): Promise<WriteOutcome>;
  /** Returns how a running child is interrupted; null: it is killed. */
  onInterruption(why: Interruption): "stop" | "suspend" | null;
  /** The message for people when the child has failed. */
  readonly noun: string;
};

/** A child that the machine killed is started again this many times. */
const MAX_RESTARTS = 1;

/** Runs children until the work is done, dropped or failed. It is claimed again for each child: it may have changed. */
export function startWork(
  claim: Claim,
  claimWork: () => Promise<PhaseDriver | null>,
  { ports, limits, log }: SessionContext,
): Session {
  let child: Child | null = null;
  let driver: PhaseDriver | null = null;
  let interruption: Interruption | null = null;

  const interrupt = (why: Interruption) => {
    if (interruption === "lost" || interruption === why) return;
    interruption = why;
    const interrupted = child;
    const gentle = driver?.onInterruption(why) ?? null;
    if (gentle === null) interrupted?.kill();
    else {
      interrupted?.send({ type: gentle });
      const limit = gentle === "stop" ? limits.saving : limits.grace;
      setTimeout(() => interrupted?.kill(), limit).unref();
    }
  };

  const runChild = async (driven: PhaseDriver): Promise<ChildEnd> => {
    child = startChild(driven.order, { ...limits, deadline: driven.deadline }, async (message) => {
      if ((await driven.handle(message)) === "refused") interrupt("stop");
    });
    const end = await child.ended;
    child = null;
    if (end.kind !== "finished") log.warn({ ...claim, end, interruption }, "child ended early");
    return end;
  };

  const run = async (): Promise<void> => {
    for (let attempt = 0; interruption === null; attempt++) {
      driver = await claimWork();
      if (driver === null) return;
      if (interruption !== null) break;
      const end = await runChild(driver);
      if (end.kind === "finished" || interruption !== null) break;
      if (end.kind === "killed" && attempt < MAX_RESTARTS) continue;
      const error = describeEnd(end, driver.noun);
      await ports.transition(claim, { trigger: "failed", error, validationErrors: null });
      return;
    }
    if (interruption === "suspend") throw new PutBackError("The runner is closing.");
  };

  return { interrupt, done: whileWanted(claim, { ports, limits }, interrupt, run()) };
}

/** Ends work that the platform no longer wants. @returns what `work` does */
export function whileWanted(
  claim: Claim,
  { ports, limits }: Pick<SessionContext, "ports" | "limits">,
  interrupt: Session["interrupt"],
  work: Promise<void>,
): Promise<void> {
  const watch = setInterval(async () => {
    const state = await ports.claimState(claim).catch(() => "wanted");
    if (state === "ended") interrupt("stop");
    if (state === "lost") interrupt("lost");
  }, limits.wantedCheck);
  return work.finally(() => clearInterval(watch));
}

/** Tells whether a child crashed because its heap was full. */
const isOutOfMemory = ({
  errorOutput,
}: Pick<Extract<ChildEnd, { kind: "crashed" }>, "errorOutput">): boolean =>
  /heap out of memory|allocation failed/i.test(errorOutput);

/** The message for people when the child of an order, named by its noun, has failed. */
export function describeEnd(end: Exclude<ChildEnd, { kind: "finished" }>, noun: string): string {
  switch (end.kind) {
    case "killed":
      return `The ${noun} was ended by the machine twice, most likely because its memory ran out.`;
    case "crashed":
      return isOutOfMemory(end)
        ? `The ${noun} needs more memory than there is.`
        : `The ${noun} ended unexpectedly.`;
    case "hung":
      return `The ${noun} stopped answering and was ended.`;
    case "overdue":
      return `The ${noun} took too long and was ended.`;
    case "dropped":
      return `The ${noun} was ended.`;
  }
}
