/** Designs that an emulator rated, as rows of a job's simulations. */
import type { RecordedDesign } from "@understudy/engine/runner/contract/search-ports.ts";
import { curvesId, type SimulationCurves, type SimulationRecord } from "../../models/simulation.ts";
import type { Store } from "../../models/store.ts";
import { newSimulation } from "./simulations.ts";

/** The number of the only attempt: no server has ever run it. */
const ONLY_ATTEMPT = 1;

/** Those whose index is there already are left as they are. */
export async function recordDesigns(
  store: Store,
  jobId: number,
  recorded: readonly RecordedDesign[],
): Promise<void> {
  if (recorded.length === 0) return;
  const first = await store.nextId("simulations", recorded.length);
  const now = new Date();
  const records = recorded.map((design, i) => toRecord(first + i, jobId, design, now));
  await store.simulationCurves.insertAll(
    records.map((record, i) => toCurves(record, recorded[i]?.curves ?? {})),
    { again: true },
  );
  await store.simulations.insertAll(records, { again: true });
}

function toRecord(
  _id: number,
  jobId: number,
  { index, design }: RecordedDesign,
  now: Date,
): SimulationRecord {
  const { inputs, outputs, score, in_spec } = design;
  return {
    ...newSimulation(_id, jobId, { index, point: index, origin: "search", inputs }, now),
    status: "Complete",
    outputs: Object.fromEntries(
      Object.entries(outputs).flatMap(([name, { mean }]) => (mean === null ? [] : [[name, mean]])),
    ),
    score,
    in_spec,
    attempt: ONLY_ATTEMPT,
    result_attempt: ONLY_ATTEMPT,
    finish_time: now,
  };
}

const toCurves = (record: SimulationRecord, curves: RecordedDesign["curves"]): SimulationCurves => ({
  _id: curvesId(record, ONLY_ATTEMPT),
  curves: Object.fromEntries(
    Object.entries(curves).map(([name, values]) => [name, new Uint8Array(Float64Array.from(values).buffer)]),
  ),
});
