/** The simulations that this server has been leased, from the offer until the platform has acknowledged what became of them. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import { type Attempt, attemptKey, type Offer } from "@understudy/shared/worker/worker-simulation.ts";
import type { QueuePlace } from "@understudy/shared/worker-parts.ts";
import type { Folder } from "../files/folder.ts";
import { type LeasedItem, LeasedWork } from "../leases/leased-work.ts";
import { type Phase, RENEWED, UNACKNOWLEDGED } from "../leases/states.ts";
import { messageOf } from "../support/message-of.ts";
import type { Deliver } from "./deliver-reports.ts";
import type { Executor } from "./executor.ts";
import { LOGGED_SECONDS, type LoggedSimulation } from "./live-logs.ts";
import { LogCapture } from "./log-capture.ts";
import { infrastructureReport, type Reports, type StoredReport } from "./reports.ts";

type RunningSimulation = LeasedItem<Attempt> & {
  readonly log: LogCapture;
  readonly controller: AbortController;
  report: StoredReport | null;
  /** When its command was started, in milliseconds; null: it was not yet. */
  startedAt: number | null;
  /** Null: no scheduler has it yet, or it runs on this machine. */
  place: QueuePlace | null;
};

/** How a simulation left this server. */
export type SimulationOutcome = {
  readonly attempt: Attempt;
  readonly how: "done" | "failed" | "given back" | "dropped";
  /** The reason; empty where there is none to report. */
  readonly reason: string;
  /** Running time of the command. */
  readonly seconds: number | null;
};

export type SimulationHooks = {
  /** Called after every change of a phase. */
  readonly onChange: () => void;
  readonly onOutcome: (outcome: SimulationOutcome) => void;
  /** Called when places in a scheduler's queue have changed. */
  readonly onPlaced: () => void;
  /** A problem that the owner of this server should look into. */
  readonly onProblem: (text: string) => void;
};

type Context = {
  readonly executor: Executor;
  readonly folder: Folder;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly reports: Reports;
  readonly deliver: Deliver;
  /** Resolves once the platform has acknowledged it. */
  readonly sendGivenBack: (attempt: Attempt, reason: string, signal: AbortSignal) => Promise<unknown>;
  /** Aborted when the client ends. */
  readonly closing: AbortSignal;
  /** Aborted to end every command at once. */
  readonly kill: AbortSignal;
};

export class SimulationRunner extends LeasedWork<Attempt, RunningSimulation> {
  readonly #context: Context;
  readonly #hooks: SimulationHooks;

  constructor(context: Context, hooks: SimulationHooks) {
    super({ keyOf: attemptKey, renewed: RENEWED, onChange: hooks.onChange });
    this.#context = context;
    this.#hooks = hooks;
  }

  /** @param leaseUntil milliseconds by the clock of this machine */
  begin(offer: Offer, leaseUntil: number): void {
    const attempt = { simulation: offer.simulation, attempt: offer.attempt };
    const simulation = newSimulation(attempt, "preparing", leaseUntil, null);
    this.add(simulation);
    this.#hooks.onChange();
    void this.#run(simulation, offer);
  }

  /** Sends a report that an earlier start of this client has left on disk. */
  restore(report: StoredReport): void {
    const { simulation: id, attempt } = report.report;
    const simulation = newSimulation(
      { simulation: id, attempt },
      "reporting",
      Number.POSITIVE_INFINITY,
      report,
    );
    this.add(simulation);
    this.#deliver(simulation);
  }

  /** The places of those that a scheduler has. */
  places(): (Attempt & QueuePlace)[] {
    return this.inPhase(["preparing", "running"]).flatMap(({ attempt, place }) =>
      place === null ? [] : [{ ...attempt, ...place }],
    );
  }

  /** Simulations that run so long that their logs are sent while they run. */
  longRunning(): readonly LoggedSimulation[] {
    const before = this.#context.now() - LOGGED_SECONDS * 1_000;
    return this.inPhase(["running"]).filter(({ startedAt }) => startedAt !== null && startedAt < before);
  }

  protected override enter(simulation: RunningSimulation, previous: Phase, reason: string): void {
    switch (simulation.phase) {
      case "preparing":
        return;
      case "running":
        simulation.startedAt = this.#context.now();
        return;
      case "reporting":
        this.#deliver(simulation);
        return;
      case "dropping":
      case "returning":
        simulation.controller.abort(new Error(reason));
        return;
      case "returned":
        this.#reportGivenBack(simulation);
        return;
      case "gone":
        this.#finish(simulation, previous);
        return;
      default:
        assertNever(simulation.phase);
    }
  }

  async #run(simulation: RunningSimulation, offer: Offer): Promise<void> {
    const { log, controller, attempt } = simulation;
    try {
      const report = await this.#context.executor.run(offer, {
        log,
        signals: { end: controller.signal, kill: this.#context.kill },
        onStarted: () => this.apply(simulation, "started"),
        onPlaced: (place) => {
          simulation.place = place;
          this.#hooks.onPlaced();
        },
        onTakenAway: (reason) => this.apply(simulation, "given-back", reason),
      });
      await this.#complete(simulation, report);
    } catch (error) {
      if (controller.signal.aborted) this.apply(simulation, "aborted");
      else {
        const reason = `The worker client failed: ${messageOf(error)}`;
        await this.#complete(simulation, infrastructureReport(attempt, reason));
      }
    }
  }

  async #complete(simulation: RunningSimulation, stored: StoredReport): Promise<void> {
    const { report } = stored;
    simulation.report = stored;
    // Without room on disk the report still lives as long as this client.
    await this.#context.reports.store(stored).catch((error: unknown) => {
      this.#hooks.onProblem(`A result could not be kept on disk: ${messageOf(error)}`);
    });
    const isFailure = report.type === "failed";
    this.#hooks.onOutcome({
      attempt: simulation.attempt,
      how: isFailure ? "failed" : "done",
      reason: isFailure ? report.reason : "",
      seconds: report.running_time,
    });
    this.apply(simulation, "completed");
  }

  #deliver(simulation: RunningSimulation): void {
    if (simulation.report === null) return;
    const { deliver, closing } = this.#context;
    deliver(simulation.report, closing).then(
      () => this.apply(simulation, "acknowledged"),
      (error: unknown) => {
        // When the client has ended, the report stays on disk.
        if (!closing.aborted) this.#hooks.onProblem(`A result could not be sent: ${messageOf(error)}`);
      },
    );
  }

  #reportGivenBack(simulation: RunningSimulation): void {
    const { attempt } = simulation;
    const reason = reasonOf(simulation);
    this.#hooks.onOutcome({ attempt, how: "given back", reason, seconds: null });
    this.#cleanUp(simulation);
    this.#context.sendGivenBack(attempt, reason, this.#context.closing).then(
      () => this.apply(simulation, "acknowledged"),
      () => {
        // The client has ended: the platform finds out when the lease runs out.
      },
    );
  }

  #finish(simulation: RunningSimulation, previous: Phase): void {
    const { attempt } = simulation;
    this.remove(simulation);
    if (!UNACKNOWLEDGED.includes(previous)) {
      this.#hooks.onOutcome({ attempt, how: "dropped", reason: reasonOf(simulation), seconds: null });
    }
    if (previous !== "returned") this.#cleanUp(simulation);
  }

  #cleanUp({ attempt, report }: RunningSimulation): void {
    const { reports, folder } = this.#context;
    reports
      .remove(attempt)
      .then(() => folder.clear(attempt, report?.report.type === "failed"))
      .catch((error: unknown) => this.#hooks.onProblem(`Could not clean up: ${messageOf(error)}`));
  }
}

const newSimulation = (
  attempt: Attempt,
  phase: Phase,
  leaseUntil: number,
  report: StoredReport | null,
): RunningSimulation => ({
  attempt,
  phase,
  leaseUntil,
  report,
  log: new LogCapture(),
  controller: new AbortController(),
  startedAt: null,
  place: null,
});

const reasonOf = ({ controller }: RunningSimulation): string => messageOf(controller.signal.reason);
