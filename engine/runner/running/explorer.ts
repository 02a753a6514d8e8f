/** Places further simulations by an emulator of the results so far, in a child process, while simulations go on. */
import { rm } from "node:fs/promises";
import type { RunRound } from "@understudy/shared/api/run.ts";
import type { Claim } from "../contract/claim.ts";
import type { RunnerPorts } from "../contract/ports.ts";
import type { RunWork } from "../contract/run-ports.ts";
import type { PlaceWork } from "../contract/work-messages.ts";
import { createColumns } from "./columns.ts";
import { type Gathered, gather } from "./gathered.ts";
import { DiskFaultError } from "./log-failure.ts";
import { orderChild } from "./order-child.ts";
import type { RunContext } from "./run.ts";
import type { Simulations } from "./simulations.ts";

/** More results than this make an emulator slow, and its uncertainty is all that is needed here. */
const MAX_RESULTS = 2_000;
const MAX_UNDER_WAY = 2_000;
/** The number of candidates for each point that is chosen, and the limits of their total. */
const CANDIDATE_COUNTS = { each: 20, min: 2_000, max: 20_000 };
/** One in so many results is held out to measure the accuracy. */
const HELD_OUT = 5;
const TIME_LIMIT_MS = 120_000;
/** After this many failures no more emulators are begun. */
const MAX_FAILURES = 2;

export type Placed = { readonly points: readonly number[]; readonly round: RunRound };

type Context = Pick<RunContext, "limits" | "log" | "permits"> & {
  readonly ports: Pick<RunnerPorts, "results">;
};

export class Explorer {
  readonly #claim: Claim;
  readonly #work: RunWork;
  readonly #simulations: Simulations;
  readonly #context: Context;
  readonly #closing = new AbortController();
  #current: Promise<void> | null = null;
  #placed: Placed | null = null;
  #seconds: number | null = null;
  #failures = 0;

  constructor(claim: Claim, work: RunWork, simulations: Simulations, context: Context) {
    this.#claim = claim;
    this.#work = work;
    this.#simulations = simulations;
    this.#context = context;
  }

  /** The time that the last round took (s); null before the first. */
  get seconds(): number | null {
    return this.#seconds;
  }

  /** False while it is busy or its result was not taken, and when its emulators have failed too often. */
  canBegin(): boolean {
    return this.#current === null && this.#placed === null && this.#failures < MAX_FAILURES;
  }

  /**
   * Begins a round, unless those of other jobs take all that this machine can.
   * @param size how many points to place
   * @param open how many of the last simulations are under way
   */
  begin(size: number, open: number): void {
    if (this.#current === null && this.#context.permits.tryTake()) this.#current = this.#run(size, open);
  }

  /** The points that were placed since the last call. */
  take(): Placed | null {
    const placed = this.#placed;
    this.#placed = null;
    return placed;
  }

  /** Ends with its child. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#current;
  }

  async #run(size: number, open: number): Promise<void> {
    const { log, permits } = this.#context;
    const before = performance.now();
    try {
      this.#placed = await this.#explore(size, open);
      this.#seconds = (performance.now() - before) / 1_000;
    } catch (err) {
      if (!this.#closing.signal.aborted) {
        this.#failures++;
        log.warn({ err, ...this.#claim }, "no emulator guides the simulations");
      }
    } finally {
      permits.give();
      this.#current = null;
    }
  }

  async #explore(size: number, open: number): Promise<Placed> {
    const order = this.#order(size, open);
    const { gathered, validationRows } = await this.#gather();
    try {
      return await this.#place({ ...order, ...gathered, validationRows });
    } finally {
      await rm(gathered.folder, { recursive: true, force: true });
    }
  }

  /** The results so far in files, and which of their rows are held out. */
  async #gather(): Promise<{ gathered: Gathered; validationRows: number[] }> {
    const { workDir, config, grids } = this.#work;
    const validationRows: number[] = [];
    let even = 0;
    const results = this.#context.ports.results(this.#claim, sampleIndices(this.#simulations.points.written));
    const gathered = await gather(workDir, createColumns(config, grids), results, ({ origin }, row) => {
      if (origin !== "active" && ++even % HELD_OUT === 0) validationRows.push(row);
    });
    return { gathered, validationRows };
  }

  #order(size: number, open: number) {
    const { config, grids, variables, seed, relation } = this.#work;
    const { points } = this.#simulations;
    const first = Math.max(0, points.written - Math.min(open, MAX_UNDER_WAY));
    return {
      config: { inputs: config.inputs, outputs: config.outputs, coordinates: config.coordinates },
      grids: Object.fromEntries(Object.entries(grids).map(([name, grid]) => [name, [...grid]])),
      variables: { ...variables },
      seed,
      relation,
      underWay: Array.from({ length: points.written - first }, (_, i) => points.pointOf(first + i)),
      candidates: points.next(
        Math.min(Math.max(CANDIDATE_COUNTS.each * size, CANDIDATE_COUNTS.min), CANDIDATE_COUNTS.max),
      ),
      size,
    };
  }

  /** Resolves when the child has ended, not before: until then the machine is busy with it. @throws Error when it has placed none */
  async #place(work: PlaceWork): Promise<Placed> {
    const placedRounds: Placed[] = [];
    const end = await orderChild(
      { type: "place-simulations", work },
      this.#context.limits,
      TIME_LIMIT_MS,
      this.#closing.signal,
      async (message) => {
        if (message.type === "failed") {
          if (message.isDiskFault) throw new DiskFaultError(message.text);
          throw new Error(message.details);
        }
        if (message.type !== "placed") return;
        const { points, coefficientsOfDetermination } = message;
        const round = {
          simulations: work.rows,
          coefficients_of_determination: coefficientsOfDetermination,
          placed: points.length,
        };
        placedRounds.push({ points, round });
      },
    );
    const [placed] = placedRounds;
    if (end.kind !== "finished" || placed === undefined) throw new Error(`The child ended: ${end.kind}`);
    return placed;
  }
}

/** Samples indices of simulations whose results are enough, evenly spread; undefined: all. */
function sampleIndices(written: number): number[] | undefined {
  if (written <= MAX_RESULTS) return undefined;
  return Array.from({ length: MAX_RESULTS }, (_, i) => Math.floor((i * written) / MAX_RESULTS));
}
