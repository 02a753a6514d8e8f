/** The simulations that this server has, each in its state; see simulation-states.ts for the transitions. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type Attempt, attemptKey } from "@understudy/shared/worker-protocol.ts";
import { messageOf } from "../command-line/message-of.ts";
import type { Deliver } from "./deliver-reports.ts";
import { LOGGED_SECONDS } from "./live-logs.ts";
import { LogCapture } from "./log-capture.ts";
import type { Offer } from "./prepare-directory.ts";
import type { Reports, StoredReport } from "./reports.ts";
import { type Surroundings, simulate } from "./simulate.ts";
import { BUSY, LIVING, type Phase, type SimulationEvent, TELLING, TRANSITIONS } from "./states.ts";

type RunningSimulation = {
  readonly attempt: Attempt;
  readonly log: LogCapture;
  readonly end: AbortController;
  phase: Phase;
  /** By the clock of this machine. */
  leaseUntil: number;
  stored: StoredReport | null;
  /** When its command was started; null: it was not yet. */
  began: number | null;
};

/** How a simulation left this server. */
export type Ending = {
  readonly attempt: Attempt;
  readonly how: "done" | "failed" | "given back" | "dropped";
  /** The reason; empty where there is none to report. */
  readonly text: string;
  /** Of the command. */
  readonly seconds: number | null;
};

export type SimulationHooks = {
  /** Any state changed. */
  readonly onChange: () => void;
  readonly onEnding: (ending: Ending) => void;
  /** A problem that the owner of this server should look into. */
  readonly onTrouble: (text: string) => void;
};

type Context = {
  readonly around: Surroundings;
  readonly reports: Reports;
  readonly deliver: Deliver;
  /** Resolves once the platform knows. */
  readonly giveBack: (attempt: Attempt, reason: string, signal: AbortSignal) => Promise<unknown>;
  /** Aborted when the client ends. */
  readonly life: AbortSignal;
  /** Aborted to end every command at once. */
  readonly kill: AbortSignal;
};

export type SimulationRunner = ReturnType<typeof createSimulationRunner>;

export function createSimulationRunner(
  { around, reports, deliver, giveBack, life, kill }: Context,
  hooks: SimulationHooks,
) {
  const running = new Map<string, RunningSimulation>();
  const inPhase = (phases: readonly Phase[]) =>
    [...running.values()].filter(({ phase }) => phases.includes(phase));

  const happen = (work: RunningSimulation, event: SimulationEvent, reason = ""): void => {
    const before = work.phase;
    const next = TRANSITIONS[before][event];
    if (next === before) return;
    work.phase = next;
    enter(work, before, reason);
    hooks.onChange();
  };

  const enter = (work: RunningSimulation, before: Phase, reason: string): void => {
    switch (work.phase) {
      case "preparing":
        return;
      case "running":
        work.began = around.now();
        return;
      case "reporting":
        deliverReport(work);
        return;
      case "dropping":
      case "returning":
        work.end.abort(new Error(reason));
        return;
      case "returned":
        tellReturned(work);
        return;
      case "gone":
        finish(work, before);
        return;
      default:
        assertNever(work.phase);
    }
  };

  const deliverReport = (work: RunningSimulation): void => {
    if (work.stored === null) return;
    deliver(work.stored, life).then(
      () => happen(work, "acknowledged"),
      (error: unknown) => {
        // The client has ended: the report stays on disk.
        if (!life.aborted) hooks.onTrouble(`A result could not be sent: ${messageOf(error)}`);
      },
    );
  };

  const reasonOf = ({ end }: RunningSimulation): string => messageOf(end.signal.reason);
  const tellReturned = (work: RunningSimulation): void => {
    const text = reasonOf(work);
    hooks.onEnding({ attempt: work.attempt, how: "given back", text, seconds: null });
    cleanUp(work);
    giveBack(work.attempt, text, life).then(
      () => happen(work, "acknowledged"),
      () => {
        // The client has ended: the platform finds out once the lease does.
      },
    );
  };

  const finish = (work: RunningSimulation, before: Phase): void => {
    running.delete(attemptKey(work.attempt));
    if (!TELLING.includes(before)) {
      hooks.onEnding({ attempt: work.attempt, how: "dropped", text: reasonOf(work), seconds: null });
    }
    if (before !== "returned") cleanUp(work);
  };

  const cleanUp = ({ attempt, stored }: RunningSimulation): void => {
    reports
      .remove(attempt)
      .then(() => around.folder.clear(attempt, stored?.report.type === "failed"))
      .catch((error: unknown) => hooks.onTrouble(`Could not clean up: ${messageOf(error)}`));
  };

  const add = (
    attempt: Attempt,
    phase: Phase,
    leaseUntil: number,
    stored: StoredReport | null,
  ): RunningSimulation => {
    const work = {
      attempt,
      log: new LogCapture(),
      end: new AbortController(),
      phase,
      leaseUntil,
      stored,
      began: null,
    };
    running.set(attemptKey(attempt), work);
    return work;
  };

  const over = async (work: RunningSimulation, stored: StoredReport): Promise<void> => {
    work.stored = stored;
    const { report } = stored;
    // Without room on disk the report still lives as long as this client.
    await reports.store(stored).catch((error: unknown) => {
      hooks.onTrouble(`A result could not be kept on disk: ${messageOf(error)}`);
    });
    const isFailure = report.type === "failed";
    hooks.onEnding({
      attempt: work.attempt,
      how: isFailure ? "failed" : "done",
      text: isFailure ? report.reason : "",
      seconds: report.running_time,
    });
    happen(work, "over");
  };

  const run = async (work: RunningSimulation, offer: Offer): Promise<void> => {
    const signals = { end: work.end.signal, kill };
    try {
      await over(
        work,
        await simulate(offer, around, { log: work.log, signals, started: () => happen(work, "started") }),
      );
    } catch (error) {
      if (work.end.signal.aborted) happen(work, "ended");
      else await over(work, unexpected(work.attempt, error));
    }
  };

  return {
    has: (attempt: Attempt): boolean => running.has(attemptKey(attempt)),
    /** Takes a simulation up. */
    begin: (offer: Offer, leaseUntil: number): void => {
      const work = add(
        { simulation: offer.simulation, attempt: offer.attempt },
        "preparing",
        leaseUntil,
        null,
      );
      hooks.onChange();
      void run(work, offer);
    },
    /** Goes on telling what an earlier start of this client had found out. */
    restore: (stored: StoredReport): void => {
      const { simulation, attempt } = stored.report;
      deliverReport(add({ simulation, attempt }, "reporting", Number.POSITIVE_INFINITY, stored));
    },
    happen: (attempt: Attempt, event: SimulationEvent, reason = ""): void => {
      const work = running.get(attemptKey(attempt));
      if (work !== undefined) happen(work, event, reason);
    },
    renew: (attempts: readonly Attempt[], leaseUntil: number): void => {
      for (const attempt of attempts) {
        const work = running.get(attemptKey(attempt));
        if (work !== undefined) work.leaseUntil = leaseUntil;
      }
    },
    /** Ends what the platform has given to others by now. */
    dropExpired: (now: number): void => {
      for (const work of inPhase(["preparing", "running"])) {
        if (now > work.leaseUntil) happen(work, "unwanted", "The platform has not been heard for too long.");
      }
    },
    giveBack: (phases: readonly Phase[], reason: string): void => {
      for (const work of inPhase(phases)) happen(work, "given-back", reason);
    },
    busy: (): number => inPhase(BUSY).length,
    telling: (): number => inPhase(TELLING).length,
    living: (): Attempt[] => inPhase(LIVING).map(({ attempt }) => attempt),
    /** Those whose logs are worth watching. */
    long: () => {
      const before = around.now() - LOGGED_SECONDS * 1_000;
      return inPhase(["running"]).filter(({ began }) => began !== null && began < before);
    },
  };
}

const unexpected = ({ simulation, attempt }: Attempt, error: unknown): StoredReport => ({
  report: {
    type: "failed",
    simulation,
    attempt,
    kind: "infrastructure",
    reason: `The worker client failed: ${messageOf(error)}`.slice(0, 2_000),
    running_time: null,
    log_tail: "",
  },
  files: [],
  log: false,
});
