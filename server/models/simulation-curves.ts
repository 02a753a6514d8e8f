/** The vector outputs of simulations, which lie apart from them. */
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { curvesId, type SimulationRow } from "./simulation.ts";
import type { Store } from "./store.ts";

export type Curves = Readonly<Record<string, Float64Array>>;

/** Reads the curves of simulations that have a result, by the simulation's id. */
export async function readCurves(
  { simulationCurves }: Pick<Store, "simulationCurves">,
  rows: readonly Pick<SimulationRow, "_id" | "job_id" | "result_attempt">[],
): Promise<Map<number, Curves>> {
  const ids = new Map(
    rows.flatMap((row): [string, number][] =>
      row.result_attempt === null ? [] : [[curvesId(row, row.result_attempt), row._id]],
    ),
  );
  const records = await simulationCurves.find({ _id: { $in: [...ids.keys()] } });
  return new Map(
    records.map(({ _id, curves }) => [
      ids.get(_id) ?? 0,
      Object.fromEntries(Object.entries(curves).map(([name, bytes]) => [name, unpack(bytes)])),
    ]),
  );
}

/** Bytes as MongoDB gives them back need not be aligned. */
const unpack = (bytes: Uint8Array): Float64Array => new Float64Array(Uint8Array.from(bytes).buffer);

/** Results whose curves are lists. */
export const plainOutputs = (outputs: Readonly<Record<string, number | Float64Array>>): SimulationOutputs =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, typeof value === "number" ? value : [...value]]),
  );
