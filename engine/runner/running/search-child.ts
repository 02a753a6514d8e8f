/**
 * The child process that chooses the simulations of a search on servers. It is begun when something is asked of it, from what is
 * stored, and ends when nothing is asked for a while: a search whose simulations take hours holds no memory meanwhile.
 */

import type { Child, ChildEnd } from "../child-process.ts";
import type { WriteOutcome } from "../claim.ts";
import { logFailure } from "../log-failure.ts";
import type { ToChild, ToRunner } from "../messages.ts";
import type { StoredSimulation } from "../search-ports.ts";
import { reasonOf } from "../session.ts";
import type { Run, RunEnd } from "./run.ts";
import { beginFromStored } from "./stored-simulations.ts";

type Message = Exclude<ToRunner, { type: "alive" }>;

/** What it is begun with. */
export type SearchOrder = Extract<ToChild, { type: "search-servers" | "verify-out-of-spec" }>;

/** Nothing was asked for so long: it ends. */
const IDLE_MS = 120_000;
/** Choosing one of hundreds of results is one piece of work, which on a busy machine takes a minute. */
const SILENCE_MS = 5 * 60 * 1000;
/** A child that the machine killed is begun again this many times in a row. */
const RESTARTS = 1;
/** Of the last proposal, in the moving average of how long one takes. */
const WEIGHT = 0.3;

export class SearchChild {
  readonly #run: Run;
  readonly #order: SearchOrder;
  #child: Child | null = null;
  /** Since when it chooses the next simulations, how many are to come, and how many can run at a time. */
  #asked: { since: number; left: number; slots: number } | null = null;
  /** It computes for the choices to come. */
  #isImproving = false;
  #hasPermit = false;
  #usedAt = 0;
  #restarts = 0;
  #stored: Promise<void> = Promise.resolve();
  #failure: { readonly cause: unknown } | null = null;
  #end: RunEnd | null = null;
  #isFinal = false;
  /** It chooses nothing before another result is told. */
  #isWaiting = false;
  /** Indices of simulations that have not ended, as far as it was told. */
  readonly open = new Set<number>();
  /** How long it takes to choose one (s). */
  seconds = 0;
  bestScore: number | null = null;
  /** No more simulations will be proposed. */
  isOver = false;

  constructor(run: Run, order: SearchOrder) {
    this.#run = run;
    this.#order = order;
  }

  /** Why the search cannot go on, or that its result is stored; null: neither. @throws what a port threw */
  get end(): RunEnd | null {
    if (this.#failure !== null) throw this.#failure.cause;
    return this.#end;
  }
  /** `open` is known. */
  get isBegun(): boolean {
    return this.#usedAt > 0;
  }
  get isAsking(): boolean {
    return this.#asked !== null;
  }

  /** Results and failures of simulations that were open. */
  tell(simulations: readonly StoredSimulation[]): void {
    for (const { index } of simulations) this.open.delete(index);
    this.#isWaiting = false;
    this.#child?.send({ type: "tell", simulations: [...simulations] });
  }

  /**
   * Asks for so many simulations, unless it is asked already or other jobs take all that this machine can. It chooses a few at a time,
   * with what was told until then. Asked for none it rates what is stored: that comes first. Nothing is asked of a search that waits
   * for results.
   */
  async ask(count: number, slots: number): Promise<void> {
    if (this.isAsking || this.#isWaiting || !(this.#hasPermit || this.#run.context.permits.tryTake())) return;
    this.#hasPermit = true;
    this.#asked = { since: performance.now(), left: count, slots };
    this.#askNext(this.#child ?? (await this.#begin()));
  }

  /** Has the result reported; `end` tells when it is stored. */
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

  /** Resolves when it has ended. */
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
      order: this.#order,
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
    else if (end.kind !== "killed" || this.#restarts++ >= RESTARTS)
      this.#end = { error: reasonOf(end, "search") };
    this.#isFinal = false;
  }

  /** It has chosen what it was asked for. Others may compute unless it still does. */
  #release(): void {
    this.#asked = null;
    this.#usedAt = performance.now();
    if (this.#isImproving || !this.#hasPermit) return;
    this.#hasPermit = false;
    this.#run.context.permits.give();
  }

  /** Its process computes no more. */
  #stopped(): void {
    this.#isImproving = false;
    this.#release();
  }

  async #handle(message: Message): Promise<void> {
    const { claim, context } = this.#run;
    const { ports, log } = context;
    switch (message.type) {
      case "scored":
        this.#store(() => ports.storeScores(claim, message.scores));
        break;
      case "found":
        this.bestScore = message.found.maxima[0]?.score ?? null;
        this.#store(() => ports.storeFound(claim, message.found), message.found.stopReason !== null);
        break;
      case "regions":
        this.#store(() => ports.storeRegions(claim, message.found), message.isOver);
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
      default:
        throw new Error(`A child that searches sent ${message.type}.`);
    }
  }

  /** One after the other, and beside the proposals: no slot waits until scores are stored. */
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
  }: Extract<Message, { type: "proposed" }>): Promise<void> {
    const { claim, context } = this.#run;
    const added = simulations.map(({ index, inputs, prediction }) => {
      this.open.add(index);
      return { index, point: index, origin: "search" as const, inputs, prediction };
    });
    const since = this.#asked?.since ?? 0;
    if (this.#asked !== null) this.#asked.left -= added.length;
    this.isOver = isOver;
    this.#isImproving = isImproving;
    // Of none open, the last was told while it answered.
    this.#isWaiting = !isOver && added.length === 0 && (this.#asked?.left ?? 0) > 0 && this.open.size > 0;
    this.#restarts = 0;
    // The next one is chosen while this one is stored.
    if (isOver || this.#isWaiting || (this.#asked?.left ?? 0) <= 0) this.#release();
    else this.#askNext(this.#child);
    if (added.length === 0) return;
    if ((await context.ports.addSimulations(claim, added)) === "refused") this.#end = "refused";
    const seconds = (performance.now() - since) / 1_000;
    this.seconds += WEIGHT * (seconds - this.seconds);
  }

  /**
   * Half of the empty slots are filled at once, for the models are fitted only once then. The others follow a little later: simulations
   * of equal length that begin together would end together again.
   */
  #askNext(child: Child | null): void {
    if (this.#asked === null) return;
    const { left, slots } = this.#asked;
    this.#asked.since = performance.now();
    const count = Math.max(1, Math.ceil((slots - this.open.size) / 2));
    child?.send({ type: "ask", count: Math.min(count, left) });
  }
}
