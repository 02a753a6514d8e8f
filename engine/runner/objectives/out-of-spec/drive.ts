/** A search for designs out of spec: on an emulator, whose predictions servers then verify where the job has some, or on servers alone. */
import { counted } from "@understudy/shared/counted.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { type Drive, type ReadResult, requireSearch } from "../../running/drive.ts";
import type { Run } from "../../running/run.ts";
import { searchOnEmulator } from "../../running/search-on-emulator.ts";
import { type Describe, searchOnServers } from "../../running/search-on-servers.ts";

const readRegions: ReadResult = ({ claim, context: { ports } }, message) =>
  message.type === "regions"
    ? {
        store: () => ports.storeRegions(claim, message.result),
        isFinal: message.isOver,
        bestScore: null,
      }
    : null;

/** The text of a verification of an emulator's predictions. It may end before all planned simulations, once nothing is in doubt. */
export const verificationText: Describe = ({ tally, planned, isDone }) => {
  const { running, complete, failed } = tally;
  const failures = failed === 0 ? "" : `, ${countText(failed)} failed`;
  if (isDone) return `${counted(complete, "simulation")} verified${failures}: measuring the regions`;
  const isBeginning = running + complete + failed === 0;
  const text = `${countText(complete)} of at most ${counted(planned, "simulation")} verified${failures}`;
  return isBeginning ? `${text}: choosing the first designs` : text;
};

export const OUT_OF_SPEC_DRIVE: Drive = {
  run: (run) => {
    const work = requireSearch(run);
    const { verifies } = run.work;
    return work.emulator === null
      ? searchOnServers(run, { order: { type: "verify-out-of-spec", work }, readResult: readRegions })
      : searchOnEmulator(run, {
          order: { type: "find-out-of-spec", work, verifies },
          readResult: readRegions,
        });
  },
  finish: verify,
};

/** Verifies the regions that the search found. @throws the signal's reason */
async function verify(run: Run): Promise<void> {
  const { claim, work, context } = run;
  const { ports } = context;
  if ((await ports.transition(claim, { trigger: "run-finished", rows: null })) === "refused") return;
  if (work.verifies) {
    const order = { type: "verify-out-of-spec" as const, work: requireSearch(run) };
    const end = await searchOnServers(run, { order, readResult: readRegions }, verificationText);
    if (end === "refused") return;
    if (end !== "applied") {
      await ports.transition(claim, { trigger: "failed", error: end.error, validationErrors: null });
      return;
    }
  }
  await ports.transition(claim, { trigger: "verified" });
}
