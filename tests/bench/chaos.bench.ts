/**
 * Rounds of kill -9 for each kind of process, at random moments of people's work on the whole product with its own stores. A checker outside of the
 * product compares what was acknowledged with what is there in the end.
 */

import { KILLED_KINDS } from "../support/chaos/installation.ts";
import { type Endured, endureKills } from "../support/chaos/rounds.ts";
import { bench } from "./bench.ts";
import { options } from "./options.ts";
import { median, quantile } from "./spread.ts";

/** With the default of five seeds each kind is killed twenty times. */
const ROUNDS_PER_SEED = 4;

let enduring: Promise<Endured> | null = null;
/** Both tables are of the same rounds. */
function endureAll(): Promise<Endured> {
  const kinds = Array.from({ length: ROUNDS_PER_SEED * options.seeds }, () => KILLED_KINDS).flat();
  enduring ??= endureKills(kinds, options.seeds, ({ kind, secondsUntilBack }) =>
    console.log(`  ${kind}: back after ${secondsUntilBack?.toFixed(1) ?? "-"} s`),
  );
  return enduring;
}

bench("Kill -9 at random moments: seconds until the product serves again", async () => {
  const { rounds } = await endureAll();
  return KILLED_KINDS.map((killed) => {
    const ofKind = rounds.filter(({ kind }) => kind === killed);
    const seconds = ofKind.flatMap(({ secondsUntilBack }) => secondsUntilBack ?? []);
    const times = seconds.length === 0 ? {} : { p50: median(seconds), max: quantile(seconds, 1) };
    return { killed, rounds: ofKind.length, ...times };
  });
});
bench("What people were told is done, and what of it was lost, doubled or left unfinished", async () => {
  const { acknowledged, differences } = await endureAll();
  for (const difference of differences) console.log(`  ${difference}`);
  return [{ ...acknowledged, "lost, doubled or unfinished": differences.length }];
});
