/**
 * Rounds of kill -9 for each kind of process at random moments of people's work on the whole product with its own stores. A checker outside
 * of the product compares what was acknowledged with what is there in the end.
 */

import { KILLED_KINDS, type KilledKind } from "../support/chaos/installation.ts";
import { endureKills } from "../support/chaos/rounds.ts";
import { bench } from "./bench.ts";
import { toLosses } from "./losses.ts";
import { isWanted, options } from "./options.ts";
import { medianAndMax } from "./spread.ts";

/** With the default of five seeds each kind is killed twenty times. */
const ROUNDS_PER_SEED = 4;
const CHOSEN_KINDS = KILLED_KINDS.filter((kind) => isWanted(options.only, kind));

/** Those that have a part in a verification. */
const VERIFYING_KINDS = new Set<KilledKind>(["web", "runner", "the worker client", "mongodb", "redis"]);

let killing: ReturnType<typeof endureKills> | null = null;
/** Both tables are of the same rounds. */
function endureAllKills() {
  // Every second kill waits for the short time in which servers verify designs.
  const kills = Array.from({ length: ROUNDS_PER_SEED * options.seeds }, (_, round) =>
    CHOSEN_KINDS.map((kind) => ({ kind, whileVerifying: round % 2 === 1 && VERIFYING_KINDS.has(kind) })),
  ).flat();
  killing ??= endureKills(kills, options.seeds, ({ kind, whileVerifying, secondsUntilBack }) => {
    const moment = whileVerifying ? ", while designs are verified" : "";
    console.log(`  ${kind}${moment}: back after ${secondsUntilBack?.toFixed(1) ?? "-"} s`);
  });
  return killing;
}

bench("Kill -9 at random moments: seconds until the product serves again", async () => {
  const { rounds } = await endureAllKills();
  return CHOSEN_KINDS.map((killed) => {
    const ofKind = rounds.filter(({ kind }) => kind === killed);
    const verifying = ofKind.filter(({ whileVerifying }) => whileVerifying);
    return {
      killed,
      rounds: ofKind.length,
      "while designs are verified": verifying.length,
      ...medianAndMax(ofKind.flatMap(({ secondsUntilBack }) => secondsUntilBack ?? [])),
    };
  });
});
bench("What people were told is done, and what of it was lost, doubled or left unfinished", async () => [
  toLosses(await endureAllKills()),
]);
