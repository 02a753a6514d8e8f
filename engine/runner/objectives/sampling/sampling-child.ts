/**
 * The child process of a sampling on servers. It is begun from what is stored, with a permit until that is walked through, and rests
 * while no simulation ends: hours of simulating hold no memory.
 */

import type { ToRunner } from "../../contract/messages.ts";
import type { ServerSamplingWork } from "../../contract/sampling-ports.ts";
import type { StoredSimulation } from "../../contract/search-ports.ts";
import type { Child, ChildEnd } from "../../running/child-process.ts";
import { logFailure } from "../../running/log-failure.ts";
import type { Run, RunEnd } from "../../running/run.ts";
import { describeEnd } from "../../running/session.ts";
import { beginFromStored } from "../../running/stored-simulations.ts";

/** Nothing ended for so long: it rests. */
const IDLE_MS = 120_000;
/** A child that the machine killed is begun again this many times in a row. */
const MAX_RESTARTS = 1;

export class SamplingChild {
  readonly #run: Run;
  readonly #work: ServerSamplingWork;
  #child: Child | null = null;
  /** The child was told to end. */
  #isEnding = false;
  /** It is to be begun: something was not told to a child. */
  #isDue = true;
  #hasPermit = false;
  #restarts = 0;
  #usedAt = 0;
  #end: RunEnd | null = null;
  #failure: { readonly cause: unknown } | null = null;
  /** Indices of simulations that have not ended, as far as it was told. */
  readonly open = new Set<number>();

  constructor(run: Run, work: ServerSamplingWork) {
    this.#run = run;
    this.#work = work;
  }

  /** Why the sampling cannot go on, or that its result is stored; null: neither. @throws what a port threw */
  get end(): RunEnd | null {
    if (this.#failure !== null) throw this.#failure.cause;
    return this.#end;
  }

  /** Simulations that were open and have ended. */
  tell(simulations: readonly StoredSimulation[]): void {
    for (const { index } of simulations) this.open.delete(index);
    this.#usedAt = performance.now();
    if (this.#child === null || this.#isEnding) this.#isDue = true;
    else this.#child.send({ type: "tell", simulations: [...simulations] });
  }

  /** Begins it when it has something to do, unless other jobs take all that this machine can; ends it when it has not. */
  async keep(): Promise<void> {
    if (this.#child === null && this.#isDue) await this.#begin();
    else if (this.#isIdle) this.#rest();
  }

  get #isIdle(): boolean {
    return !this.#hasPermit && this.open.size > 0 && performance.now() - this.#usedAt >= IDLE_MS;
  }

  /** Resolves when it has ended. */
  async close(): Promise<void> {
    this.#rest();
    await this.#child?.ended.catch(() => undefined);
    this.#release();
  }

  #rest(): void {
    this.#isEnding = true;
    this.#child?.kill();
  }

  /** Tells all that is stored, from which it goes on. */
  async #begin(): Promise<void> {
    if (!this.#run.context.permits.tryTake()) return;
    this.#hasPermit = true;
    const child = await beginFromStored(this.#run, {
      order: { type: "sample-servers", work: this.#work },
      handle: (message) => this.#handle(message),
      open: this.open,
    });
    this.#child = child;
    this.#isEnding = false;
    this.#isDue = false;
    child.send({ type: "ask", count: 0 });
    child.ended.then(
      (end) => this.#ended(end),
      (cause: unknown) => {
        this.#failure = { cause };
        this.#release();
      },
    );
  }

  #ended(end: ChildEnd): void {
    this.#child = null;
    this.#release();
    if (this.#end !== null || end.kind === "dropped") return;
    if (end.kind === "finished") this.#end = { error: "The sampling ended without a result." };
    else if (end.kind === "overdue" || (end.kind === "killed" && this.#restarts++ < MAX_RESTARTS))
      this.#isDue = true;
    else this.#end = { error: describeEnd(end, "sampling") };
  }

  #release(): void {
    if (this.#hasPermit) this.#run.context.permits.give();
    this.#hasPermit = false;
    this.#usedAt = performance.now();
  }

  async #handle(message: Exclude<ToRunner, { type: "alive" }>): Promise<void> {
    const { claim, context } = this.#run;
    const { ports, log } = context;
    switch (message.type) {
      case "scored":
        if ((await ports.storeScores(claim, message.scores)) === "refused") this.#end = "refused";
        break;
      case "sampled": {
        // Its first report follows what is stored.
        this.#release();
        const stored = await ports.storeSampled(claim, message.sampled);
        if (stored === "refused" || message.sampled.stop_reason !== null) this.#end = stored;
        break;
      }
      case "proposed": {
        this.#restarts = 0;
        const added = message.simulations.map(({ index, inputs }) => ({
          index,
          point: index,
          origin: "search" as const,
          inputs,
        }));
        if ((await ports.addSimulations(claim, added)) === "refused") this.#end = "refused";
        for (const { index } of added) this.open.add(index);
        break;
      }
      case "progress":
        await ports.publishProgress(claim, message.percentage, message.text);
        break;
      case "failed":
        await logFailure(claim, { ports, log }, message);
        this.#end = { error: message.text };
        break;
      default:
        throw new Error(`A child that samples sent ${message.type}.`);
    }
  }
}
