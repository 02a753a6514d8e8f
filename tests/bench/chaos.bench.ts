/**
 * Rounds of kill -9 for each kind of process, and of faults of disk, stores, network and clocks, at random moments of people's work on the
 * whole product with its own stores. A checker outside of the product compares what was acknowledged with what is there in the end.
 */

import { endureFaults } from "../support/chaos/fault-rounds.ts";
import { FAULT_NAMES } from "../support/chaos/faults.ts";
import { KILLED_KINDS, type KilledKind } from "../support/chaos/installation.ts";
import { type Endured, endureKills } from "../support/chaos/rounds.ts";
import { bench } from "./bench.ts";
import { isWanted, options } from "./options.ts";
import { median, quantile } from "./spread.ts";

/** With the default of five seeds each kind is killed twenty times. */
const ROUNDS_PER_SEED = 4;
/** `--only` names one of the two parts, kills and faults, or what is killed or fails. */
const choose = <Name extends string>(part: string, names: readonly Name[]): readonly Name[] =>
  names.filter((name) => isWanted(options.only, part) || isWanted(options.only, name));
const CHOSEN_KINDS = choose("kills", KILLED_KINDS);
const CHOSEN_FAULTS = choose("faults", FAULT_NAMES);

/** Those that have a part in a verification. */
const VERIFYING_KINDS = new Set<KilledKind>(["web", "runner", "the worker client", "mongodb", "redis"]);

const describe = (text: string, seconds: number | null) =>
  console.log(`  ${text}: back after ${seconds?.toFixed(1) ?? "-"} s`);

let killing: ReturnType<typeof endureKills> | null = null;
/** Both tables are of the same rounds. */
function endureAllKills() {
  // Every second kill waits for the short time in which servers verify designs.
  const kills = Array.from({ length: ROUNDS_PER_SEED * options.seeds }, (_, round) =>
    CHOSEN_KINDS.map((kind) => ({ kind, whileVerifying: round % 2 === 1 && VERIFYING_KINDS.has(kind) })),
  ).flat();
  killing ??= endureKills(kills, options.seeds, ({ kind, whileVerifying, secondsUntilBack }) =>
    describe(whileVerifying ? `${kind}, while designs are verified` : kind, secondsUntilBack),
  );
  return killing;
}

let failing: ReturnType<typeof endureFaults> | null = null;
/** Both tables are of the same rounds. */
function endureAllFaults() {
  const faults = Array.from({ length: options.seeds }, () => CHOSEN_FAULTS).flat();
  failing ??= endureFaults(faults, options.seeds, ({ fault, secondsUntilBack }) =>
    describe(fault, secondsUntilBack),
  );
  return failing;
}

const toSpread = (seconds: readonly number[]) =>
  seconds.length === 0 ? {} : { p50: median([...seconds]), max: quantile([...seconds], 1) };

function toLosses({ acknowledged, differences, ledger }: Endured) {
  for (const difference of differences) console.log(`  ${difference}`);
  for (const [refusal, count] of ledger.refusals) console.log(`  refused ${count} times: ${refusal}`);
  return { ...acknowledged, "lost, doubled or unfinished": differences.length };
}

if (CHOSEN_KINDS.length > 0) {
  bench("Kill -9 at random moments: seconds until the product serves again", async () => {
    const { rounds } = await endureAllKills();
    return CHOSEN_KINDS.map((killed) => {
      const ofKind = rounds.filter(({ kind }) => kind === killed);
      const seconds = ofKind.flatMap(({ secondsUntilBack }) => secondsUntilBack ?? []);
      const verifying = ofKind.filter(({ whileVerifying }) => whileVerifying);
      return {
        killed,
        rounds: ofKind.length,
        "while designs are verified": verifying.length,
        ...toSpread(seconds),
      };
    });
  });
  bench("What people were told is done, and what of it was lost, doubled or left unfinished", async () => [
    toLosses(await endureAllKills()),
  ]);
}

if (CHOSEN_FAULTS.length > 0) {
  bench("Faults of disk, stores, network and clocks: seconds until the product is ready again", async () => {
    const { rounds } = await endureAllFaults();
    return CHOSEN_FAULTS.map((name) => {
      const ofFault = rounds.filter(({ fault }) => fault === name);
      for (const { unclearAnswers } of ofFault) for (const text of unclearAnswers) console.log(`  ${text}`);
      return {
        fault: name,
        rounds: ofFault.length,
        ...toSpread(ofFault.map(({ secondsUntilBack }) => secondsUntilBack)),
        "reported after, max": Math.max(...ofFault.map(({ secondsUntilReported }) => secondsUntilReported)),
        "processes that ended": ofFault.reduce((sum, { deaths }) => sum + deaths.length, 0),
        "unclear answers": ofFault.reduce((sum, { unclearAnswers }) => sum + unclearAnswers.length, 0),
      };
    });
  });
  bench("What people were told is done before and during faults, and what of it was lost", async () => {
    const endured = await endureAllFaults();
    for (const refusal of endured.unclearRefusals) console.log(`  unclear: ${refusal}`);
    return [{ ...toLosses(endured), "unclear refusals": endured.unclearRefusals.length }];
  });
}
