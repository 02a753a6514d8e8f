import { drawGraph, type GraphSimulation, readsCurves } from "@understudy/engine/specs/graphs.ts";
import type { Graph } from "@understudy/shared/api/simulation.ts";
import type { ManifestGraph, SpecManifest } from "@understudy/shared/domain/spec-manifest.ts";
import type { SimulationInputs, SimulationOutputs } from "@understudy/shared/worker-protocol.ts";
import { openSpecVersion } from "../../files/specs/open.ts";
import type { JobRecord } from "../../models/job.ts";
import { type SimulationRow, simulationPlace, simulationRow } from "../../models/simulation.ts";
import type { Platform } from "../../platform.ts";
import { type Curves, readCurves } from "./curves.ts";

type Needed = Pick<Platform, "store" | "storage">;

/** A graph of more is too full to be read, and takes longer than a page waits. */
const MOST_POINTS = 2_000;
const MOST_CURVES = 100;

/** The manifest's graphs of all simulations of a job; of many, of a part that is spread evenly over them. */
export async function graphsOfJob(platform: Needed, job: JobRecord): Promise<Graph[]> {
  const manifest = await manifestOf(platform, job);
  const graphs = manifest?.graphs.filter(({ per }) => per === "job") ?? [];
  if (manifest === null || graphs.length === 0) return [];
  const [withCurves, without] = [true, false].map((curves) =>
    graphs.some((graph) => readsCurves(manifest, graph) === curves),
  );
  const few = withCurves ? await sampleOf(platform, job, MOST_CURVES) : [];
  const many = without ? await sampleOf(platform, job, MOST_POINTS) : [];
  const curves = await readCurves(platform.store, few);
  return graphs.map((graph) => {
    const rows = readsCurves(manifest, graph) ? few : many;
    return draw(
      manifest,
      graph,
      rows.map((row) => valuesOf(row, job, curves.get(row._id))),
    );
  });
}

export async function graphsOfSimulation(
  platform: Needed,
  job: JobRecord,
  row: SimulationRow,
): Promise<Graph[]> {
  const manifest = await manifestOf(platform, job);
  const graphs = manifest?.graphs.filter(({ per }) => per === "simulation") ?? [];
  if (manifest === null || graphs.length === 0) return [];
  const curves = await readCurves(platform.store, [row]);
  const simulations = row.outputs === null ? [] : [valuesOf(row, job, curves.get(row._id))];
  return graphs.map((graph) => draw(manifest, graph, simulations));
}

async function manifestOf(platform: Needed, { spec_version_id }: JobRecord): Promise<SpecManifest | null> {
  return spec_version_id === null ? null : (await openSpecVersion(platform, spec_version_id)).manifest;
}

async function sampleOf(
  { store: { simulations } }: Needed,
  { _id: job_id }: JobRecord,
  most: number,
): Promise<SimulationRow[]> {
  const [last] = await simulations.find({ job_id }, { sort: { index: -1 }, limit: 1 }, simulationPlace);
  const count = (last?.index ?? -1) + 1;
  const chosen = Array.from({ length: most }, (_, i) => Math.floor((i * count) / most));
  const part = count > most ? { index: { $in: chosen } } : {};
  return await simulations.find(
    { job_id, status: "Complete", ...part },
    { sort: { index: 1 }, limit: most },
    simulationRow,
  );
}

function valuesOf(
  { _id, inputs, outputs }: SimulationRow,
  job: JobRecord,
  curves: Curves = {},
): GraphSimulation {
  const shared: SimulationInputs = Object.fromEntries(
    Object.entries(job.run?.variables ?? {}).flatMap(([name, variable]) =>
      variable.type === "File" ? [] : [[name, variable.initval]],
    ),
  );
  const values: SimulationOutputs = {
    ...outputs,
    ...Object.fromEntries(Object.entries(curves).map(([name, curve]) => [name, [...curve]])),
  };
  return { id: _id, inputs: { ...shared, ...inputs }, outputs: values };
}

function draw(manifest: SpecManifest, graph: ManifestGraph, simulations: readonly GraphSimulation[]): Graph {
  const { title, ...drawn } = drawGraph(manifest, graph, simulations);
  if ("errors" in drawn) return { status: "failed", title, errors: [...drawn.errors] };
  return { status: "ready", title, figure: drawn.figure };
}
