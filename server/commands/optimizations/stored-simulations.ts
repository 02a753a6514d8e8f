/** The simulations of a search on servers, as its runner reads them, and the scores that it gives them. */
import type { Claim, WriteOutcome } from "@understudy/engine/runner/contract/claim.ts";
import type { SimulationScore, StoredSimulation } from "@understudy/engine/runner/contract/search-ports.ts";
import type { Filter } from "../../models/collection.ts";
import { type simulationRecord, simulationRow } from "../../models/simulation.ts";
import { plainOutputs, readCurves } from "../../models/simulation-curves.ts";
import type { Store } from "../../models/store.ts";
import { holds } from "../jobs/claim-work.ts";
import { inParts } from "../simulations/simulations.ts";

/** With their curves. */
const AT_ONCE = 200;

const searchedRow = simulationRow.pick({
  _id: true,
  job_id: true,
  index: true,
  status: true,
  inputs: true,
  outputs: true,
  score: true,
  error: true,
  result_attempt: true,
});

export const storedSimulations = (
  store: Store,
  jobId: number,
  indices?: readonly number[],
): AsyncGenerator<StoredSimulation[]> =>
  inParts((index) => read(store, { job_id: jobId, index }), AT_ONCE, indices);

async function read(store: Store, filter: Filter<typeof simulationRecord>): Promise<StoredSimulation[]> {
  const rows = await store.simulations.find(filter, { sort: { index: 1 }, limit: AT_ONCE }, searchedRow);
  const complete = rows.filter(({ status }) => status === "Complete");
  const curves = await readCurves(store, complete);
  return rows.map((row) => ({
    index: row.index,
    inputs: row.inputs,
    state: toState(row.status),
    outputs: row.status === "Complete" ? plainOutputs({ ...row.outputs, ...curves.get(row._id) }) : null,
    isScored: row.status === "Complete" && (row.score !== null || row.error !== null),
  }));
}

function toState(status: (typeof searchedRow)["_output"]["status"]): StoredSimulation["state"] {
  if (status === "Complete") return "complete";
  return status === "Running Failed" ? "failed" : "open";
}

/** Scores, and beside results without one the reason. */
export async function storeScores(
  { jobs, simulations }: Store,
  claim: Claim,
  scores: readonly SimulationScore[],
): Promise<WriteOutcome> {
  if ((await jobs.count(holds(claim))) === 0) return "refused";
  const rated = { job_id: claim.jobId, index: { $in: scores.map(({ index }) => index) } };
  const rows = await simulations.find(rated, {}, simulationRow.pick({ _id: true, index: true }));
  const byIndex = new Map(scores.map((score) => [score.index, score]));
  await simulations.updateEach(
    new Map(
      rows.flatMap(({ _id, index }) => {
        const score = byIndex.get(index);
        return score === undefined
          ? []
          : [[_id, { score: score.score, in_spec: score.inSpec, error: score.problem }] as const];
      }),
    ),
    { status: "Complete" },
  );
  return "applied";
}
