/** Kills processes of a whole product at random moments of people's work, and compares what they were told with what is left. */
import { setTimeout as sleep } from "node:timers/promises";
import { createRandom } from "@understudy/engine/math/random.ts";
import { eventually } from "../waiting.ts";
import { Installation, type KilledKind } from "./installation.ts";
import { createLedger, findDifferences, type Ledger } from "./ledger.ts";
import { Person } from "./people.ts";

/** A child runs within this time: people always train, simulate or export something. */
const RUNS_WITHIN_MS = 120_000;
/** A process is killed so long after the product has recovered from the last kill, at most. */
const MAX_PAUSE_MS = 2_500;

/** @property whileVerifying it is killed while servers verify designs that an emulator has predicted, not at any moment */
export type Kill = { readonly kind: KilledKind; readonly whileVerifying?: boolean };

export type Round = Kill & {
  /** Until the product served again; null for a child. */
  readonly secondsUntilBack: number | null;
};
export type Endured = {
  /** A sentence for each thing that was lost, doubled or left unfinished. */
  readonly differences: readonly string[];
  /** The things that people were told are done. */
  readonly acknowledged: Readonly<Record<"jobs" | "comments" | "uploads" | "exports", number>>;
  readonly ledger: Ledger;
};

/**
 * Lets people work while `disturb` runs, and compares.
 * @param disturb the signal is aborted once a work has failed; the person is one of those who work
 * @param beforeComparing runs once everybody has ended their work
 * @throws Error when the product refuses what it must not
 */
export async function endure(
  installation: Installation,
  disturb: (signal: AbortSignal, person: Person) => Promise<void>,
  beforeComparing: () => Promise<void> = async () => {},
): Promise<Endured> {
  const ledger = createLedger();
  const ada = await Person.logIn(installation.url, ledger);
  const { client_key } = await ada.caller.call("getWorkerClientKey");
  const serverId = await installation.startClient(client_key);
  const model = { spec_version_id: await ada.createSpec(), serverId };
  const bob = await Person.logIn(installation.url, ledger);
  const cleo = await Person.logIn(installation.url, ledger);

  const ending = new AbortController();
  const emulate = async () => {
    for (let number = 1; !ending.signal.aborted; number++) await ada.emulate(number);
  };
  const simulate = async () => {
    await bob.optimise(1, model);
    if (ending.signal.aborted) return;
    const emulatorId = await bob.simulateAndTrain(model);
    for (let number = 2; !ending.signal.aborted; number++) {
      if (number % 2 === 0) await bob.verify(number, model, emulatorId);
      else await bob.optimise(number, model);
    }
  };
  const works = [emulate(), simulate(), cleo.keepDiary(ending.signal)];
  // A work that fails ends the rounds; it is awaited below.
  for (const work of works) work.catch(() => ending.abort());
  try {
    await disturb(ending.signal, cleo);
  } finally {
    ending.abort();
  }
  await Promise.all(works);
  await beforeComparing();
  return {
    differences: await findDifferences(ada.caller, ledger, (href) => ada.hash(href)),
    acknowledged: {
      jobs: ledger.jobs.length,
      comments: ledger.comments.size,
      uploads: ledger.uploads.size,
      exports: ledger.exports.length,
    },
    ledger,
  };
}

/**
 * @param kills one after the other
 * @param seed of the moments
 * @throws Error when the product does not recover, or refuses what it must not
 */
export async function endureKills(
  kills: readonly Kill[],
  seed: number,
  onRound: (round: Round) => void = () => {},
): Promise<Endured & { readonly rounds: readonly Round[] }> {
  const random = createRandom(seed);
  const installation = await Installation.start();
  const rounds: Round[] = [];
  const disturb = async (signal: AbortSignal, person: Person) => {
    for (const kill of kills) {
      const { kind, whileVerifying = false } = kill;
      await sleep(MAX_PAUSE_MS * random.uniform());
      if (whileVerifying)
        await eventually(
          "designs are verified",
          () => signal.aborted || person.isVerifying(),
          RUNS_WITHIN_MS,
          10,
        );
      if (signal.aborted) return;
      const pid = await eventually(
        `${kind} runs`,
        () => signal.aborted || installation.find(kind),
        RUNS_WITHIN_MS,
        10,
      );
      if (typeof pid !== "number") return;
      const round = { ...kill, secondsUntilBack: await installation.kill(kind, pid) };
      rounds.push(round);
      onRound(round);
    }
  };
  // What is compared is then what a backup has kept of everything.
  const beforeComparing = kills.some(({ kind }) => kind === "a backup")
    ? () => installation.moveByBackup()
    : undefined;
  return { ...(await endure(installation, disturb, beforeComparing)), rounds };
}
