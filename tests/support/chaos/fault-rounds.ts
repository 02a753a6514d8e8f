/** Lets the surroundings of a whole product fail at random moments of people's work: it says so, stays alive, and goes on by itself. */
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "@understudy/engine/math/random.ts";
import { z } from "zod";
import { eventually, stretched } from "../waiting.ts";
import { type FaultName, type ReportedHealth, startFaultyInstallation } from "./faults.ts";
import { BACK_WITHIN_MS, type Installation } from "./installation.ts";
import { listUnclearRefusals } from "./requests.ts";
import { type Endured, endure } from "./rounds.ts";

/** So long a fault lasts, besides the time until the product reports it: longer than every lease and heartbeat but those of trainings. */
const FAULT_MS = 15_000;
const REPORTED_WITHIN_MS = 30_000;
const MAX_PAUSE_MS = 3_000;
const PROBE_MS = 250;

export type FaultRound = {
  readonly fault: FaultName;
  readonly secondsUntilReported: number;
  /** From the end of the fault until the product is ready and calls nothing broken. */
  readonly secondsUntilBack: number;
  /** Processes that ended meanwhile. */
  readonly deaths: readonly string[];
  /** Answers of the pages, of /healthz and of /readyz that were neither theirs nor a sentence. */
  readonly unclearAnswers: readonly string[];
};

const healthSchema = z.record(z.string(), z.boolean().nullable());

async function readHealth(url: string): Promise<ReportedHealth> {
  const response = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(stretched(BACK_WITHIN_MS)) });
  const facts = healthSchema.parse(await response.json());
  const broken = Object.entries(facts).flatMap(([name, works]) => (works === false ? [name] : []));
  return { status: response.status, broken };
}

const readStatus = (address: string) =>
  fetch(address, { signal: AbortSignal.timeout(stretched(BACK_WITHIN_MS)) }).then(
    ({ status }) => status,
    (error: unknown) => String(error),
  );

/** Looks at the first page as anybody's browser does, and at what supervisors read, until the signal is aborted. */
async function watchPages(url: string, signal: AbortSignal): Promise<string[]> {
  const unclear = new Set<string>();
  // Without a built client the first page says that, in the place of what it shows.
  const usualStatus = await readStatus(url);
  const expected: Readonly<Record<string, readonly (string | number)[]>> = {
    "/": [usualStatus],
    "/healthz": [200],
    "/readyz": [200, 503],
  };
  while (!signal.aborted) {
    for (const [path, statuses] of Object.entries(expected)) {
      const status = await readStatus(`${url}${path}`);
      if (!statuses.includes(status)) unclear.add(`${path}: ${status}`);
    }
    await sleep(PROBE_MS);
  }
  return [...unclear];
}

async function endureFault(
  installation: Installation,
  fault: FaultName,
  { begin, end, health }: Awaited<ReturnType<typeof startFaultyInstallation>>["faults"][FaultName],
): Promise<FaultRound> {
  const { url } = installation;
  const secondsUntil = async (condition: string, expected: ReportedHealth, limitMs: number) => {
    const since = performance.now();
    let last = "";
    await eventually(
      condition,
      async () => {
        const { status, broken } = await readHealth(url);
        last = `${status} ${broken}`;
        return status === expected.status && expected.broken.every((name) => broken.includes(name));
      },
      limitMs,
      PROBE_MS,
    ).catch((cause: unknown) => {
      throw new Error(`${condition}: the last answer of /readyz was ${last}`, { cause });
    });
    return (performance.now() - since) / 1000;
  };
  const before = installation.processes();
  const watching = new AbortController();
  const watch = watchPages(url, watching.signal);
  await sleep(PROBE_MS);
  try {
    await begin();
    const secondsUntilReported = await secondsUntil(`${fault} is reported`, health, REPORTED_WITHIN_MS);
    await sleep(FAULT_MS);
    await end();
    const secondsUntilBack = await secondsUntil(
      `the product is ready after ${fault}`,
      { status: 200, broken: [] },
      BACK_WITHIN_MS,
    );
    const after = installation.processes();
    const deaths = Object.entries(before).flatMap(([name, pid]) =>
      Object.entries(after).some(([other, now]) => other === name && now === pid) ? [] : [name],
    );
    watching.abort();
    return { fault, secondsUntilReported, secondsUntilBack, deaths, unclearAnswers: await watch };
  } finally {
    watching.abort();
  }
}

/**
 * @param faults one after the other
 * @param seed of the moments
 * @throws Error when the product does not recover, or refuses what it must not
 */
export async function endureFaults(
  faults: readonly FaultName[],
  seed: number,
  onRound: (round: FaultRound) => void = () => {},
): Promise<
  Endured & { readonly rounds: readonly FaultRound[]; readonly unclearRefusals: readonly string[] }
> {
  const random = createRandom(seed);
  const { installation, faults: faultsByName } = await startFaultyInstallation();
  const rounds: FaultRound[] = [];
  const endured = await endure(installation, async (signal) => {
    for (const fault of faults) {
      await sleep(MAX_PAUSE_MS * random.uniform());
      if (signal.aborted) return;
      const round = await endureFault(installation, fault, faultsByName[fault]);
      rounds.push(round);
      onRound(round);
    }
  });
  return { ...endured, rounds, unclearRefusals: listUnclearRefusals(endured.ledger) };
}
