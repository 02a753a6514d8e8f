/** Has further simulations placed by an emulator of the results so far, while simulations go on. */
import { rm } from "node:fs/promises";
import type { RunRound } from "@understudy/shared/api/run.ts";
import type { Claim } from "../claim.ts";
import type { RunnerPorts } from "../ports.ts";
import type { RunWork } from "../run-ports.ts";
import { columnsOf } from "./columns.ts";
import { gather } from "./gathered.ts";
import { orderChild } from "./order-child.ts";
import type { RunContext } from "./run.ts";
import type { Simulations } from "./simulations.ts";

/** More results make an emulator slow, and its uncertainty is all that is needed here. */
const MAX_RESULTS = 2_000;
const MAX_UNDER_WAY = 2_000;
/** To choose from, for each that is chosen, within limits. */
const CANDIDATES = { each: 20, least: 2_000, most: 20_000 };
/** One in so many results is held out to measure the accuracy. */
const KEPT_OUT = 5;
const DEADLINE_MS = 120_000;
/** After so many failures no more are begun. */
const MAX_FAILURES = 2;

export type Placed = { readonly points: readonly number[]; readonly round: RunRound };

export type Explorer = {
  /** False while it is busy, when its emulators came to nothing, or when other jobs' take all that this machine can. */
  canBegin(): boolean;
  /** How long the last one took (s). */
  readonly seconds: number | null;
  /** @param open how many of the last simulations are under way */
  begin(size: number, open: number): void;
  /** What has been placed since it was asked last. */
  take(): Placed | null;
  /** Ends with its child. */
  close(): Promise<void>;
};

export function createExplorer(
  claim: Claim,
  work: RunWork,
  simulations: Simulations,
  {
    ports,
    limits,
    log,
    permits,
  }: Pick<RunContext, "limits" | "log" | "permits"> & { ports: Pick<RunnerPorts, "results"> },
): Explorer {
  const closing = new AbortController();
  let current: Promise<void> | null = null;
  let placed: Placed | null = null;
  let seconds: number | null = null;
  let failures = 0;

  const explore = async (size: number, open: number): Promise<void> => {
    const { config, grids, variables, seed } = work;
    const { points } = simulations;
    const first = Math.max(0, points.written - Math.min(open, MAX_UNDER_WAY));
    const underWay = Array.from({ length: points.written - first }, (_, i) => points.pointOf(first + i));
    const wanted = Math.min(Math.max(CANDIDATES.each * size, CANDIDATES.least), CANDIDATES.most);
    const candidates = points.next(wanted);
    const validationRows: number[] = [];
    let even = 0;
    const results = ports.results(claim, someOf(points.written));
    const gathered = await gather(work.workDir, columnsOf(config, grids), results, ({ origin }, row) => {
      if (origin !== "active" && ++even % KEPT_OUT === 0) validationRows.push(row);
    });
    // Given away when the child has ended, not before: it could be taken meanwhile.
    const found: Placed[] = [];
    try {
      const order = {
        ...gathered,
        config: { inputs: config.inputs, outputs: config.outputs, coordinates: config.coordinates },
        grids: Object.fromEntries(Object.entries(grids).map(([name, grid]) => [name, [...grid]])),
        variables: { ...variables },
        seed,
        validationRows,
        underWay,
        candidates,
        size,
      };
      const end = await orderChild(
        { type: "place-simulations", work: order },
        limits,
        DEADLINE_MS,
        closing.signal,
        async (message) => {
          if (message.type === "failed") throw new Error(message.details);
          if (message.type !== "placed") return;
          const { points: chosen, coefficientsOfDetermination } = message;
          const round = {
            simulations: gathered.rows,
            coefficients_of_determination: coefficientsOfDetermination,
            placed: chosen.length,
          };
          found.push({ points: chosen, round });
        },
      );
      const [first] = found;
      if (end.kind !== "finished" || first === undefined) throw new Error(`The child ended: ${end.kind}`);
      placed = first;
    } finally {
      await rm(gathered.folder, { recursive: true, force: true });
    }
  };

  const begin = async (size: number, open: number): Promise<void> => {
    const before = performance.now();
    try {
      await explore(size, open);
      seconds = (performance.now() - before) / 1_000;
    } catch (err) {
      if (!closing.signal.aborted) {
        failures++;
        log.warn({ err, ...claim }, "no emulator guides the simulations");
      }
    } finally {
      permits.give();
      current = null;
    }
  };

  return {
    get seconds() {
      return seconds;
    },
    canBegin: () => current === null && placed === null && failures < MAX_FAILURES,
    begin: (size, open) => {
      if (current === null && permits.tryTake()) current = begin(size, open);
    },
    take: () => {
      const taken = placed;
      placed = null;
      return taken;
    },
    close: async () => {
      closing.abort();
      await current;
    },
  };
}

/** Indices of simulations whose results are enough, evenly spread; undefined: all. */
function someOf(written: number): number[] | undefined {
  if (written <= MAX_RESULTS) return undefined;
  return Array.from({ length: MAX_RESULTS }, (_, i) => Math.floor((i * written) / MAX_RESULTS));
}
