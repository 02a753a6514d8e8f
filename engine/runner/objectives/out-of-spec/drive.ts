/** A search for designs out of spec: on an emulator, whose predictions servers then verify where the job has some, or on servers alone. */

import type { Run, RunEnd } from "../../running/run.ts";
import { searchOnEmulator } from "../../running/search-on-emulator.ts";
import { searchOnServers } from "../../running/search-on-servers.ts";
import type { SearchWork } from "../../search-ports.ts";

/** @throws the signal's reason */
export const findOutOfSpec = (run: Run, work: SearchWork): Promise<RunEnd> =>
  work.emulator === null
    ? searchOnServers(run, { type: "verify-out-of-spec", work })
    : searchOnEmulator(run, { type: "find-out-of-spec", work, verifies: run.work.verifies });

/** Verifies the regions that the search found. @throws the signal's reason */
export async function verify(run: Run): Promise<void> {
  const { claim, work, context } = run;
  const { ports } = context;
  if ((await ports.transition(claim, { trigger: "run-finished", rows: null })) === "refused") return;
  const { search } = work;
  if (work.verifies && search !== null) {
    const end = await searchOnServers(run, { type: "verify-out-of-spec", work: search });
    if (end === "refused") return;
    if (end !== "applied") {
      await ports.transition(claim, { trigger: "failed", error: end.error, validationErrors: null });
      return;
    }
  }
  await ports.transition(claim, { trigger: "verified" });
}
