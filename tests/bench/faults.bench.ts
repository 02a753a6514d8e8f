/**
 * Rounds of faults of disk, stores, network and clocks at random moments of people's work on the whole product with its own stores. A
 * checker outside of the product compares what was acknowledged with what is there in the end.
 */

import { endureFaults } from "../support/chaos/fault-rounds.ts";
import { FAULT_NAMES } from "../support/chaos/faults.ts";
import { bench } from "./bench.ts";
import { toLosses } from "./losses.ts";
import { isWanted, options } from "./options.ts";
import { medianAndMax } from "./spread.ts";

const CHOSEN_FAULTS = FAULT_NAMES.filter((name) => isWanted(options.only, name));

let failing: ReturnType<typeof endureFaults> | null = null;
/** Both tables are of the same rounds. */
function endureAllFaults() {
  const faults = Array.from({ length: options.seeds }, () => CHOSEN_FAULTS).flat();
  failing ??= endureFaults(faults, options.seeds, ({ fault, secondsUntilBack }) =>
    console.log(`  ${fault}: back after ${secondsUntilBack.toFixed(1)} s`),
  );
  return failing;
}

bench("Faults of disk, stores, network and clocks: seconds until the product is ready again", async () => {
  const { rounds } = await endureAllFaults();
  return CHOSEN_FAULTS.map((name) => {
    const ofFault = rounds.filter(({ fault }) => fault === name);
    for (const { unclearAnswers } of ofFault) for (const text of unclearAnswers) console.log(`  ${text}`);
    return {
      fault: name,
      rounds: ofFault.length,
      ...medianAndMax(ofFault.map(({ secondsUntilBack }) => secondsUntilBack)),
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
