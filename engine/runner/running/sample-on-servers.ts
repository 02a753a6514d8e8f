/** A sampling whose designs servers simulate: half of the walkers are sent out at once, and move when all their results are there. */
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../child-process.ts";
import type { ToRunner } from "../messages.ts";
import type { ServerSamplingWork } from "../sampling-ports.ts";
import { reasonOf } from "../session.ts";
import { createRate } from "./rate.ts";
import type { Run, RunEnd } from "./run.ts";
import { whyNot } from "./search-on-servers.ts";
import { pauseBetweenLooks } from "./search-pace.ts";
import { runText } from "./simulate-all.ts";

/** Of the child, which waits for simulations most of the time; a timer takes no longer ones. A retry goes on. */
const DEADLINE_MS = 24 * 24 * 60 * 60 * 1000;

/** @throws the signal's reason */
export async function sampleOnServers(run: Run, work: ServerSamplingWork): Promise<RunEnd> {
  const sampling = new Sampling(run);
  const child = startChild(
    { type: "sample-servers", work },
    { ...run.context.limits, deadline: DEADLINE_MS },
    (message) => sampling.handle(message),
  );
  const rateOf = createRate();
  let ended: RunEnd | null = null;
  const over = child.ended.then((end) => {
    ended =
      sampling.end ??
      (end.kind === "finished"
        ? { error: "The sampling ended without a result." }
        : { error: reasonOf(end, "sampling") });
  });
  // It may reject while something else is awaited.
  over.catch(() => undefined);
  try {
    await sampling.begin(child);
    for (;;) {
      run.signal.throwIfAborted();
      if (ended !== null) return ended;
      const before = performance.now();
      const { end, slots, done } = await sampling.look(child, work.maximum);
      if (end !== null) return end;
      const now = performance.now();
      const pause = pauseBetweenLooks(slots, rateOf(done, now), now - before);
      // A child that could not be started, or a port that failed, rejects here.
      await Promise.race([sleep(pause, undefined, { signal: run.signal }), over]);
    }
  } finally {
    child.kill();
    await over.catch(() => undefined);
  }
}

/** `end`: why it cannot go on, or that its result is stored; null: neither. `done`: simulations that have ended. */
type Look = { readonly end: RunEnd | null; readonly slots: number; readonly done: number };

class Sampling {
  readonly #run: Run;
  /** Indices of simulations that have not ended, as far as the child was told. */
  readonly #open = new Set<number>();
  end: RunEnd | null = null;

  constructor(run: Run) {
    this.#run = run;
  }

  /** Tells all that is stored, from which it goes on. */
  async begin(child: Child): Promise<void> {
    const { claim, context } = this.#run;
    for await (const part of context.ports.storedSimulations(claim)) {
      for (const { index, state } of part) if (state === "open") this.#open.add(index);
      child.send({ type: "tell", simulations: [...part] });
    }
    child.send({ type: "ask", count: 0 });
  }

  /** Tells what has ended since. */
  async look(child: Child, planned: number): Promise<Look> {
    const { claim, context } = this.#run;
    const { ports } = context;
    const tally = await ports.tally(claim);
    // Stopped by a person who did not see yet that the job goes on.
    if (tally.interrupted > 0) await ports.resumeSimulations(claim);
    if (this.#open.size > 0)
      for await (const part of ports.storedSimulations(claim, [...this.#open])) {
        const ended = part.filter(({ state }) => state !== "open");
        for (const { index } of ended) this.#open.delete(index);
        if (ended.length > 0) child.send({ type: "tell", simulations: ended });
      }
    const slots = await ports.slots(claim);
    const isWaiting = tally.running === 0 && this.#open.size > 0 && slots === 0;
    const text = runText(tally, planned);
    await ports.reportRun(claim, {
      ...tally,
      planned,
      percentage: ((tally.complete + tally.failed) / Math.max(1, planned)) * 100,
      text: isWaiting ? `Waiting for a connected server: ${text}` : text,
    });
    const done = tally.complete + tally.failed;
    return { end: this.end ?? (await whyNot(this.#run, tally, planned)), slots, done };
  }

  async handle(message: Exclude<ToRunner, { type: "alive" }>): Promise<void> {
    const { claim, context } = this.#run;
    const { ports, log } = context;
    switch (message.type) {
      case "scored":
        if ((await ports.storeScores(claim, message.scores)) === "refused") this.end = "refused";
        break;
      case "sampled": {
        const stored = await ports.storeSampled(claim, message.sampled);
        if (stored === "refused" || message.sampled.stop_reason !== null) this.end = stored;
        break;
      }
      case "proposed": {
        const added = message.simulations.map(({ index, inputs }) => ({
          index,
          point: index,
          origin: "search" as const,
          inputs,
        }));
        if ((await ports.addSimulations(claim, added)) === "refused") this.end = "refused";
        for (const { index } of added) this.#open.add(index);
        break;
      }
      case "failed":
        log.error({ ...claim, details: message.details }, message.text);
        this.end = { error: message.text };
        break;
      default:
        throw new Error(`A child that samples sent ${message.type}.`);
    }
  }
}
