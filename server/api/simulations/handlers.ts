import { type GraphSimulation, readsCurves } from "@understudy/engine/specs/graphs.ts";
import { gridValues } from "@understudy/engine/specs/language/grid.ts";
import {
  type Graph,
  type SimulationCurve,
  type SimulationDetail,
  simulationRoutes,
} from "@understudy/shared/api/simulation.ts";
import type { SpecModel } from "@understudy/shared/domain/spec-manifest.ts";
import { MAX_PLOT_POINTS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import { deleteSimulations } from "../../commands/simulations/delete-simulations.ts";
import { notFound } from "../../core/problem.ts";
import { listKeptFiles, simulationFolder } from "../../files/kept-files.ts";
import { readSpecModel } from "../../files/specs/open.ts";
import type { JobRecord } from "../../models/job.ts";
import {
  type SimulationRecord,
  type SimulationRow,
  simulationPlace,
  simulationRow,
} from "../../models/simulation.ts";
import { type Curves, plainOutputs, readCurves } from "../../models/simulation-curves.ts";
import type { User } from "../../models/user.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";
import { decimate } from "../../presenters/decimate.ts";
import { presentInputs, presentSimulation } from "../../presenters/simulation.ts";
import { type ReadingPlatform, Unread } from "../../reading/reader.ts";
import type { AskedGraph } from "../../reading/tasks.ts";
import { type LoadedJob, loadJob, loadManagedJob } from "../jobs/load.ts";
import { handle, type Web } from "../request/handle.ts";
import { listSimulations } from "./list-simulations.ts";

export const simulationHandlers = {
  listSimulations: handle(simulationRoutes.listSimulations, async ({ web, user, params, query }) =>
    listSimulations(web, await loadJob(web, user, params.job_id), query),
  ),

  getSimulation: handle(simulationRoutes.getSimulation, async ({ web, user, params }) => {
    const { loaded, record } = await loadSimulation(web, user, params);
    return await simulationDetail(web, loaded, record);
  }),

  findExistingSimulations: handle(
    simulationRoutes.findExistingSimulations,
    async ({ web, user, params, query }) => {
      const { job } = await loadJob(web, user, params.job_id);
      const named = { job_id: job._id, _id: { $in: query.ids } };
      const existing = await web.store.simulations.find(named, { sort: { _id: 1 } }, simulationPlace);
      return { ids: existing.map(({ _id }) => _id) };
    },
  ),

  deleteSimulations: handle(simulationRoutes.deleteSimulations, async ({ web, user, params, body }) => {
    await deleteSimulations(web, await loadManagedJob(web, user, params.job_id), body.ids);
    return null;
  }),

  getSimulationGraphs: handle(simulationRoutes.getSimulationGraphs, async ({ web, user, params }) => {
    const { loaded, record } = await loadSimulation(web, user, params);
    return { graphs: await graphsOfSimulation(web, user, loaded.job, record) };
  }),

  getJobGraphs: handle(simulationRoutes.getJobGraphs, async ({ web, user, params }) => {
    const { job } = await loadJob(web, user, params.job_id);
    return { graphs: await graphsOfJob(web, user, job) };
  }),
};

/** @throws Problem 404 when the person knows no such job, or it has no such simulation. */
async function loadSimulation(
  web: Pick<Web, "store" | "sharedReads">,
  user: User,
  { job_id, simulation_id }: { job_id: number; simulation_id: number },
): Promise<{ loaded: LoadedJob; record: SimulationRecord }> {
  const loaded = await loadJob(web, user, job_id);
  const record = await web.store.simulations.findOne({ _id: simulation_id, job_id });
  if (record === null) throw notFound(MESSAGES.simulationNotFound);
  return { loaded, record };
}

/** Everything that a page shows of one simulation. */
async function simulationDetail(
  platform: RecordsAndFiles,
  { job, access }: LoadedJob,
  record: SimulationRecord,
): Promise<SimulationDetail> {
  const { store, storage } = platform;
  const [curves, files] = await Promise.all([
    readCurves(store, [record]),
    listKeptFiles(simulationFolder(storage, job._id, record._id)),
  ]);
  return {
    ...presentSimulation(record, job, access),
    inputs: presentInputs(record, job),
    curves: await drawable(platform, job.spec_version_id, curves.get(record._id) ?? {}),
    log_tail: record.log_tail,
    files: files.map(({ path, size }) => ({ path, size, href: toHref(job._id, record._id, path) })),
  };
}

const toHref = (jobId: number, simulation: number, path: string): string =>
  `/static/work_dirs/${jobId}/simulations/${simulation}/${path.split("/").map(encodeURIComponent).join("/")}`;

/** Curves in the manifest's order, each through at most as many points as a plot can show. */
async function drawable(
  platform: RecordsAndFiles,
  specVersionId: number | null,
  curves: Curves,
): Promise<SimulationCurve[]> {
  if (specVersionId === null || Object.keys(curves).length === 0) return [];
  const manifest = await readSpecModel(platform, specVersionId);
  const grids = new Map(manifest.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  return manifest.outputs.flatMap(({ name, coordinate }) => {
    const curve = ownValue(curves, name);
    if (curve === undefined) return [];
    const grid = coordinate === null ? undefined : grids.get(coordinate);
    const places = decimate([curve], 0, curve.length, MAX_PLOT_POINTS);
    const at = (values: ArrayLike<number>) => places.map((place) => values[place] ?? 0);
    const values = grid === undefined ? places : at(grid);
    return [{ name, values: at(curve), coordinate: { name: coordinate, values } }];
  });
}

type Needed = Pick<ReadingPlatform, "store" | "storage" | "reader">;

/** A graph of more is too full to be read, and takes longer than a page waits. */
const MAX_POINTS = 2_000;
const MAX_CURVES = 100;

/** The manifest's graphs of all simulations of a job; of many, of a part that is spread evenly over them. */
async function graphsOfJob(platform: Needed, user: User, job: JobRecord): Promise<Graph[]> {
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

async function graphsOfSimulation(
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
