/** Offers one connected server simulations: as many as it has free slots, never the same to two servers. */
import type { Attempt } from "@understudy/shared/worker/worker-simulation.ts";
import { log } from "../../core/log.ts";
import type { ConnectedServer } from "../../dispatch/connected-server.ts";
import { giveBack, type LeasedSimulation, leaseSimulations } from "../../dispatch/dispatch.ts";
import type { Platform } from "../../platform/platform.ts";
import type { Send } from "../types.ts";
import { createPrefetchedLeases } from "./prefetched-leases.ts";
import type { Slots } from "./slots.ts";

/** The interval at which work without a message, and offers without an answer, are searched for. */
const LOOK_MS = 5_000;
/** A server that declined what it was offered is not asked again at once. */
const DECLINE_PAUSE_MS = 1_000;

type Options = {
  readonly server: ConnectedServer;
  readonly slots: Slots;
  /** Simulations that it runs at a time. */
  readonly concurrency: number;
  readonly send: Send;
  /** Tells whether the server asks for work, and this connection is still its own. */
  readonly isWilling: () => boolean;
};

type LeasePlatform = Pick<Platform, "store" | "outcomes">;

export class SimulationOffers {
  readonly #platform: LeasePlatform;
  readonly #options: Options;
  readonly #prefetched: ReturnType<typeof createPrefetchedLeases>;
  readonly #timer: NodeJS.Timeout;
  #isOffering = false;
  #mustOfferAgain = false;
  #pausedUntil = 0;

  constructor(platform: LeasePlatform, options: Options) {
    this.#platform = platform;
    this.#options = options;
    this.#prefetched = createPrefetchedLeases(options.concurrency, () => performance.now());
    this.#timer = setInterval(() => this.offerMore(), LOOK_MS);
  }

  /** There may be new work. */
  offerMore(): void {
    if (this.#isOffering) this.#mustOfferAgain = true;
    else void this.#offerWork();
  }

  /** A slot is free. @param ms Since its simulation had been offered; null: it was not run to its end */
  slotFreed(ms: number | null): void {
    if (ms !== null) this.#prefetched.recordDuration(ms);
    this.#offerPrefetched();
    if (this.#missing() > 0) this.offerMore();
  }

  declined(attempt: Attempt): void {
    this.#options.slots.free(attempt);
    this.#pausedUntil = performance.now() + DECLINE_PAUSE_MS;
  }

  /** The job is stopped: nothing of it is offered any more. */
  dropJob(jobId: number): void {
    this.#prefetched.removeJob(jobId);
  }

  /** Releases the simulations that have not been offered: they go to other servers. */
  async releasePrefetched(): Promise<void> {
    await this.#release(this.#prefetched.removeAll());
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #mayOffer(): boolean {
    return this.#options.isWilling() && performance.now() >= this.#pausedUntil;
  }

  async #offerWork(): Promise<void> {
    this.#isOffering = true;
    do {
      this.#mustOfferAgain = false;
      await this.#leaseAndOffer().catch((err: unknown) => {
        log.warn({ err, resourceId: this.#options.server.id }, "simulations could not be leased");
      });
    } while (this.#mustOfferAgain);
    this.#isOffering = false;
  }

  async #leaseAndOffer(): Promise<void> {
    const { server, slots, isWilling } = this.#options;
    await this.#release([...slots.freeUnanswered(), ...this.#prefetched.removeOld()]);
    const count = this.#missing();
    if (count <= 0 || !this.#mayOffer()) return;
    const ahead = this.#prefetched.target();
    this.#prefetched.add(await leaseSimulations(this.#platform, server, count, new Date(), ahead));
    // Its socket may have been closed or replaced while the leases were written.
    if (!isWilling()) return await this.releasePrefetched();
    this.#offerPrefetched();
  }

  /** Counts the simulations that the server lacks: a few are not worth a database query while no slot is free. */
  #missing(): number {
    const { concurrency, slots } = this.#options;
    const free = concurrency - slots.size - this.#prefetched.size;
    const ahead = this.#prefetched.target();
    return free > 0 || this.#prefetched.size * 2 < ahead ? free + ahead : 0;
  }

  #offerPrefetched(): void {
    const { concurrency, slots } = this.#options;
    while (slots.size < concurrency && this.#mayOffer()) {
      const next = this.#prefetched.next((leased) => slots.countOf(leased.jobId) < leased.concurrency);
      if (next === null) return;
      this.#offer(next);
    }
  }

  #offer({ simulation, attempt, jobId, specVersionId, inputs, files, leaseUntil }: LeasedSimulation): void {
    const lease_ms = Math.max(0, leaseUntil.getTime() - Date.now());
    this.#options.slots.offer({ simulation, attempt }, jobId);
    const ids = { simulation, attempt, job_id: jobId, spec_version: specVersionId };
    this.#options.send({ type: "offer", ...ids, inputs, files, lease_ms });
  }

  async #release(attempts: readonly Attempt[]): Promise<void> {
    if (attempts.length > 0) await giveBack(this.#platform, this.#options.server, attempts);
  }
}
