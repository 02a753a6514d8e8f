/**
 * The child process that chooses the simulations of a search on servers. It is started from the stored simulations
 * when a proposal is requested, and ends after an idle time: a search whose simulations take hours holds no memory
 * meanwhile.
 */

import type { WriteOutcome } from "../contract/claim.ts";
import type { ToChild } from "../contract/messages.ts";
import type { StoredSimulation } from "../contract/search-ports.ts";
import type { Child, ChildEnd } from "./child-process.ts";
import type { ChildMessage, ReadResult } from "./drive.ts";
import { logFailure } from "./log-failure.ts";
import type { Run, RunEnd } from "./run.ts";
import { describeEnd } from "./session.ts";
import { beginFromStored } from "./stored-simulations.ts";

/** The order with which the child is started, and the reader of the results that it reports. */
export type ServerTask = { readonly order: ToChild; readonly readResult: ReadResult };

/** The child ends when nothing was requested of it for this long. */
const IDLE_MS = 120_000;
/**
 * A child that is silent for longer than this is taken to hang. Choosing from hundreds of results is one piece of
 * work, which on a busy machine takes a minute.
 */
const SILENCE_MS = 5 * 60 * 1000;
/** A child that the machine killed is started again this many times in a row. */
const MAX_RESTARTS = 1;
/** The weight of the last proposal in the moving average of the time that one takes. */
const LAST_PROPOSAL_WEIGHT = 0.3;

export class SearchChild {
  readonly #run: Run;
  readonly #task: ServerTask;
  #child: Child | null = null;
  /**
   * The request in progress: since when the next simulations are chosen, how many are still to come, and how many can
   * run at a time.
   */
  #request: { since: number; left: number; slots: number } | null = null;
  /** The child computes for the choices to come. */
  #isImproving = false;
  #hasPermit = false;
  #usedAt = 0;
  #restarts = 0;
  #stored: Promise<void> = Promise.resolve();
  #failure: { readonly cause: unknown } | null = null;
  #end: RunEnd | null = null;
  #isFinal = false;
  /** The child chooses nothing before it receives another result. */
  #isWaiting = false;
  /** The indices of simulations whose end the child has not been told. */
  readonly open = new Set<number>();
  /** The moving average of the time that choosing one simulation takes (s). */
  secondsPerProposal = 0;
  bestScore: number | null = null;
  /** No more simulations will be proposed. */
  isOver = false;

  constructor(run: Run, task: ServerTask) {
    this.#run = run;
    this.#task = task;
  }

  /**
   * The reason why the search cannot continue, or the outcome of storing its result; null while it goes on. @throws
   * the error of a port
   */
  get end(): RunEnd | null {
    if (this.#failure !== null) throw this.#failure.cause;
    return this.#end;
  }
  /** The stored simulations have been read, so that `open` is complete. */
  get isBegun(): boolean {
    return this.#usedAt > 0;
  }
  get isAsking(): boolean {
    return this.#request !== null;
  }

  /** Adds results and failures of simulations that were open. */
  tell(simulations: readonly StoredSimulation[]): void {
    for (const { index } of simulations) this.open.delete(index);
    this.#isWaiting = false;
    this.#child?.send({ type: "tell", simulations: [...simulations] });
  }

  /**
   * Requests simulations, unless a request is in progress, the search waits for results, or other jobs take all that
   * this machine can. The child chooses a few at a time, by the results it has until then. A request for none rates
   * the stored simulations, which comes first.
   */
  async ask(count: number, slots: number): Promise<void> {
    if (this.isAsking || this.#isWaiting || !(this.#hasPermit || this.#run.context.permits.tryTake())) return;
    this.#hasPermit = true;
    this.#request = { since: performance.now(), left: count, slots };
    this.#requestNext(this.#child ?? (await this.#begin()));
  }

  /** Requests the result; `end` reports when it is stored. */
  async finish(): Promise<void> {
    if (this.#isFinal) return;
    this.#isFinal = true;
    const child = this.#child ?? (await this.#begin());
    child.send({ type: "stop" });
  }

  /** Ends a child that has nothing to do. */
  rest(): void {
    if (this.#hasPermit || this.#isFinal || performance.now() - this.#usedAt < IDLE_MS) return;
    this.#child?.kill();
  }

  /** Ends the child, and resolves when it has ended. */
  async close(): Promise<void> {
    this.#isFinal = true;
    const child = this.#child;
    child?.kill();
    await child?.ended.catch(() => undefined);
    await this.#stored;
    this.#stopped();
  }

  async #begin(): Promise<Child> {
    const child = await beginFromStored(this.#run, {
      order: this.#task.order,
      silence: SILENCE_MS,
      handle: (message) => this.#handle(message),
      open: this.open,
    });
    this.#child = child;
    child.ended.then(
      async (end) => {
        await this.#stored;
        this.#ended(child, end);
      },
      (cause: unknown) => {
        this.#failure = { cause };
        this.#stopped();
      },
    );
    return child;
  }

  #ended(child: Child, end: ChildEnd): void {
    if (this.#child === child) this.#child = null;
    this.#stopped();
    if (this.#end !== null || end.kind === "dropped" || end.kind === "overdue") return;
    if (end.kind === "finished") this.#end = { error: "The search ended without a result." };
    else if (end.kind !== "killed" || this.#restarts++ >= MAX_RESTARTS)
      this.#end = { error: describeEnd(end, "search") };
    this.#isFinal = false;
  }

  /** Ends the request, and returns the permit unless the child still computes an improvement. */
  #release(): void {
    this.#request = null;
    this.#usedAt = performance.now();
    if (this.#isImproving || !this.#hasPermit) return;
    this.#hasPermit = false;
    this.#run.context.permits.give();
  }

  /** Marks that the child's process computes no more. */
  #stopped(): void {
    this.#isImproving = false;
    this.#release();
  }

  async #handle(message: ChildMessage): Promise<void> {
    const { claim, context } = this.#run;
    const { ports, log } = context;
    switch (message.type) {
      case "scored":
        this.#store(() => ports.storeScores(claim, message.scores));
        break;
      case "proposed":
        await this.#add(message);
        break;
      case "improved":
        this.#isImproving = false;
        if (!this.isAsking) this.#release();
        break;
      case "progress":
        await ports.publishProgress(claim, message.percentage, message.text);
        break;
      case "invalid": {
        const error = "There are problems in the Extra Data file.";
        await ports.transition(claim, { trigger: "failed", error, validationErrors: message.errors });
        this.#end = "refused";
        break;
      }
      case "failed":
        await logFailure(claim, { ports, log }, message);
        this.#end = { error: message.text };
        break;
      default: {
        const result = this.#task.readResult(this.#run, message);
        if (result === null) throw new Error(`A child that searches sent ${message.type}.`);
        this.bestScore = result.bestScore;
        this.#store(() => result.store(), result.isFinal);
      }
    }
  }

  /**
   * Queues a write. Writes follow each other while proposals go on, so that no slot waits until scores are stored.
   */
  #store(write: () => Promise<WriteOutcome>, isFinal = false): void {
    this.#stored = this.#stored
      .then(write)
      .then((outcome) => {
        if (outcome === "refused" || isFinal) this.#end = outcome;
      })
      .catch((cause: unknown) => {
        this.#failure ??= { cause };
      });
  }

  async #add({
    simulations,
    isOver,
    isImproving = false,
  }: Extract<ChildMessage, { type: "proposed" }>): Promise<void> {
    const { claim, context } = this.#run;
    const added = simulations.map(({ index, inputs, prediction }) => {
      this.open.add(index);
      return { index, point: index, origin: "search" as const, inputs, prediction };
    });
    const since = this.#request?.since ?? 0;
    if (this.#request !== null) this.#request.left -= added.length;
    this.isOver = isOver;
    this.#isImproving = isImproving;
    // Where none is open, the last result arrived while the child answered.
    this.#isWaiting = !isOver && added.length === 0 && (this.#request?.left ?? 0) > 0 && this.open.size > 0;
    this.#restarts = 0;
    // The next one is chosen while this one is stored.
    if (isOver || this.#isWaiting || (this.#request?.left ?? 0) <= 0) this.#release();
    else this.#requestNext(this.#child);
    if (added.length === 0) return;
    if ((await context.ports.addSimulations(claim, added)) === "refused") this.#end = "refused";
    const elapsedSeconds = (performance.now() - since) / 1_000;
    this.secondsPerProposal += LAST_PROPOSAL_WEIGHT * (elapsedSeconds - this.secondsPerProposal);
  }

  /**
   * Half of the empty slots are filled at once, for the models are fitted only once then. The others follow a little later: simulations
   * of equal length that begin together would end together again.
   */
  #requestNext(child: Child | null): void {
    if (this.#request === null) return;
    const { left, slots } = this.#request;
    this.#request.since = performance.now();
    const count = Math.max(1, Math.ceil((slots - this.open.size) / 2));
    child?.send({ type: "ask", count: Math.min(count, left) });
  }
}
