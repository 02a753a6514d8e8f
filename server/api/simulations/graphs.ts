import { type GraphSimulation, readsCurves } from "@understudy/engine/specs/graphs.ts";
import type { Graph } from "@understudy/shared/api/simulation.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { readSpecModel } from "../../files/specs/open.ts";
import type { JobRecord } from "../../models/job.ts";
import { type SimulationRow, simulationPlace, simulationRow } from "../../models/simulation.ts";
import { type Curves, plainOutputs, readCurves } from "../../models/simulation-curves.ts";
import type { User } from "../../models/user.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";
import type { AskedGraph } from "../../reading/tasks.ts";

type Needed = Pick<ReadingPlatform, "store" | "storage" | "reader">;

/** A graph of more is too full to be read, and takes longer than a page waits. */
const MAX_POINTS = 2_000;
const MAX_CURVES = 100;

/** The manifest's graphs of all simulations of a job; of many, of a part that is spread evenly over them. */
export async function graphsOfJob(platform: Needed, user: User, job: JobRecord): Promise<Graph[]> {
  const manifest = await readManifest(platform, job);
  const graphs = manifest?.graphs.filter(({ per }) => per === "job") ?? [];
  if (manifest === null || graphs.length === 0) return [];
  const ofCurves = graphs.map((graph) => readsCurves(manifest, graph));
  const few = ofCurves.includes(true) ? await readSample(platform, job, MAX_CURVES) : [];
  const many = ofCurves.includes(false) ? await readSample(platform, job, MAX_POINTS) : [];
  const curves = await readCurves(platform.store, few);
  const withCurves = few.map((row) => toGraphSimulation(row, job, curves.get(row._id)));
  const without = many.map((row) => toGraphSimulation(row, job));
  const requestedGraphs = graphs.map((graph, i) => ({
    graph,
    simulations: ofCurves[i] ? withCurves : without,
  }));
  return await draw(platform, user, manifest, requestedGraphs);
}

export async function graphsOfSimulation(
  platform: Needed,
  user: User,
  job: JobRecord,
  row: SimulationRow,
): Promise<Graph[]> {
  const manifest = await readManifest(platform, job);
  const graphs = manifest?.graphs.filter(({ per }) => per === "simulation") ?? [];
  if (manifest === null || graphs.length === 0) return [];
  const curves = await readCurves(platform.store, [row]);
  const simulations = row.outputs === null ? [] : [toGraphSimulation(row, job, curves.get(row._id))];
  const requestedGraphs = graphs.map((graph) => ({ graph, simulations }));
  return await draw(platform, user, manifest, requestedGraphs);
}

async function readManifest(platform: Needed, { spec_version_id }: JobRecord): Promise<SpecModel | null> {
  return spec_version_id === null ? null : await readSpecModel(platform, spec_version_id);
}

async function readSample(
  { store: { simulations } }: Needed,
  { _id: jobId }: JobRecord,
  maxCount: number,
): Promise<SimulationRow[]> {
  const [last] = await simulations.find(
    { job_id: jobId },
    { sort: { index: -1 }, limit: 1 },
    simulationPlace,
  );
  const count = (last?.index ?? -1) + 1;
  const chosen = Array.from({ length: maxCount }, (_, i) => Math.floor((i * count) / maxCount));
  const part = count > maxCount ? { index: { $in: chosen } } : {};
  return await simulations.find(
    { job_id: jobId, status: "Complete", ...part },
    { sort: { index: 1 }, limit: maxCount },
    simulationRow,
  );
}

function toGraphSimulation(
  { _id, inputs, outputs }: SimulationRow,
  job: JobRecord,
  curves: Curves = {},
): GraphSimulation {
  const shared = initialValues(job.run?.variables ?? {});
  return { id: _id, inputs: { ...shared, ...inputs }, outputs: plainOutputs({ ...outputs, ...curves }) };
}

/** Expressions of a spec over thousands of simulations: drawn in another thread, or not at all where they take too long. */
async function draw(
  { reader }: Needed,
  { _id }: User,
  manifest: SpecModel,
  requestedGraphs: readonly AskedGraph[],
): Promise<Graph[]> {
  return await reader
    .perform(_id, "drawGraphs", { manifest, graphs: requestedGraphs })
    .catch((error: unknown) => {
      if (!(error instanceof Unread)) throw error;
      const errors = [{ field: "simulations", message: MESSAGES.graphsTooLong }];
      return requestedGraphs.map(({ graph: { title } }): Graph => ({ status: "failed", title, errors }));
    });
}
