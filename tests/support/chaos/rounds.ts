/** Kills processes of a whole product at random moments of people's work, and compares what they were told with what is left. */
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "@understudy/engine/math/random.ts";
import { eventually } from "../waiting.ts";
import { Installation, type KilledKind } from "./installation.ts";
import { createLedger, findDifferences } from "./ledger.ts";
import { Person } from "./people.ts";

/** A child runs within this time: people always train, simulate or export something. */
const RUNS_WITHIN_MS = 120_000;
/** A process is killed so long after the product has recovered from the last kill, at most. */
const MAX_PAUSE_MS = 2_500;

export type Round = {
  readonly kind: KilledKind;
  /** Until the product served again; null for a child. */
  readonly secondsUntilBack: number | null;
};
export type Endured = {
  readonly rounds: readonly Round[];
  /** A sentence for each thing that was lost, doubled or left unfinished. */
  readonly differences: readonly string[];
  /** The things that people were told are done. */
  readonly acknowledged: { readonly jobs: number; readonly comments: number; readonly exports: number };
};

/**
 * @param kinds the processes that are killed, one after the other
 * @param seed of the moments
 * @throws Error when the product does not recover, or refuses what it must not
 */
export async function endureKills(
  kinds: readonly KilledKind[],
  seed: number,
  onRound: (round: Round) => void = () => {},
): Promise<Endured> {
  const random = createRandom(seed);
  const ledger = createLedger();
  const installation = await Installation.start();
  const ada = await Person.logIn(installation.url, ledger);
  const { client_key } = await ada.caller.call("getWorkerClientKey");
  const serverId = await installation.startClient(client_key);
  const version = await ada.createSpec();
  const bob = await Person.logIn(installation.url, ledger);

  const ending = new AbortController();
  const workOn = async (work: (number: number) => Promise<void>) => {
    for (let number = 1; !ending.signal.aborted; number++) await work(number);
  };
  const works = [
    workOn((number) => ada.emulate(number)),
    workOn((number) => bob.optimise(number, version, serverId)),
  ];
  // A work that fails ends the rounds; it is awaited below.
  for (const work of works) work.catch(() => ending.abort());

  const rounds: Round[] = [];
  for (const kind of kinds) {
    await sleep(MAX_PAUSE_MS * random.uniform());
    if (ending.signal.aborted) break;
    const pid = await eventually(
      `${kind} runs`,
      () => ending.signal.aborted || installation.find(kind),
      RUNS_WITHIN_MS,
      10,
    );
    if (typeof pid !== "number") break;
    const round = { kind, secondsUntilBack: await installation.kill(kind, pid) };
    rounds.push(round);
    onRound(round);
  }
  ending.abort();
  await Promise.all(works);
  return {
    rounds,
    differences: await findDifferences(ada.caller, ledger, (href) => ada.hash(href)),
    acknowledged: {
      jobs: ledger.jobs.length,
      comments: ledger.comments.size,
      exports: ledger.exports.length,
    },
  };
}
