import type { Endured } from "../support/chaos/rounds.ts";
import type { Row } from "./bench.ts";

/** Prints what was lost and what was refused. @returns how much people were told is done, and what of it was lost */
export function toLosses({ acknowledged, differences, ledger }: Endured): Row {
  for (const difference of differences) console.log(`  ${difference}`);
  for (const [refusal, count] of ledger.refusals) console.log(`  refused ${count} times: ${refusal}`);
  return { ...acknowledged, "lost, doubled or unfinished": differences.length };
}
