import { existsSync } from "node:fs";
import { join } from "node:path";
import { sweepSimulations } from "@understudy/server/commands/jobs/sweep-simulations.ts";
import { simulationFolder } from "@understudy/server/files/kept-files.ts";
import { curvesOfJob } from "@understudy/server/models/simulation.ts";
import { MAX_NAMED_SIMULATIONS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import type { Answer } from "../support/api/caller.ts";
import { colleague, owner, server } from "../support/api/stored-jobs.ts";
import {
  FAILURE_LOG,
  FAILURE_REASON,
  fails,
  keepFile,
  MANIFEST_GRAPHS,
  storeSimulatedJob,
} from "../support/specs/simulated-jobs.ts";
import { openTestPlatform, simulate, storeSimulations } from "../support/specs/simulations.ts";

const platform = await openTestPlatform(server.config);
const { store, storage } = platform;
const SIMULATION_COUNT = 60;
const creator = { id: owner.id, name: owner.name };

type Query = Parameters<typeof owner.call<"listSimulations">>[1]["query"];
type Page = Answer<"listSimulations">;
const list = (job_id: number, query: Query = {}): Promise<Page> =>
  owner.call("listSimulations", { params: { job_id }, query });
const listIds = ({ items }: Page) => items.map(({ id }) => id);

const table = suite("the table of simulations");
const { job, simulations } = await storeSimulatedJob(platform, SIMULATION_COUNT, { creator });
const { _id: job_id } = job;

/** Ids page by page, as a person turns pages. */
async function allPages(sort_by: "id" | "score" | "running_time" | "status", page_size = 17) {
  const pages: number[][] = [];
  for (const sort_order of ["ascending", "descending"] as const) {
    const ids: number[] = [];
    for (let page_number = 1; page_number <= Math.ceil(SIMULATION_COUNT / page_size); page_number++)
      ids.push(...listIds(await list(job_id, { sort_by, sort_order, page_number, page_size })));
    pages.push(ids);
  }
  return pages;
}

table("has every simulation on one of its pages, in the order asked for, from either end", async () => {
  const values = {
    id: (id: number) => id,
    score: (id: number) => simulations.find(({ _id }) => _id === id)?.score ?? Number.NEGATIVE_INFINITY,
    running_time: (id: number) => simulations.find(({ _id }) => _id === id)?.running_time ?? 0,
    status: (id: number) => Number(fails(simulations.findIndex(({ _id }) => _id === id))),
  };
  for (const sort_by of ["id", "score", "running_time", "status"] as const) {
    const [rising = [], falling = []] = await allPages(sort_by);
    assert.equal(new Set(rising).size, SIMULATION_COUNT, sort_by);
    assert.equal(falling, rising.toReversed(), sort_by);
    const sorted = rising.map(values[sort_by]);
    assert.equal(
      sorted,
      sorted.toSorted((a, b) => a - b),
      sort_by,
    );
  }
});

table("begins with the first of a training, and with the best of anything else", async () => {
  const page = await list(job_id);
  assert.equal(
    listIds(page),
    simulations.slice(0, page.page_size).map(({ _id }) => _id),
  );
  assert.equal([page.total_count, page.job_is_running], [SIMULATION_COUNT, false]);
  const search = await storeSimulatedJob(platform, 12, { creator, objective: "Optimization" });
  const scores = (await list(search.job._id)).items.map(({ score }) => score ?? Number.NEGATIVE_INFINITY);
  assert.equal(
    scores,
    scores.toSorted((a, b) => b - a),
  );
});

table("leaves out those that wait or run where that is asked for", async () => {
  const { job: running, simulations: over } = await storeSimulatedJob(platform, 10, {
    creator,
    status: "Running",
  });
  await storeSimulations(platform, running._id, 1, { index: 10 });
  const all = await list(running._id, { include_pending: true });
  assert.equal([all.total_count, all.items.length, all.job_is_running], [11, 11, true]);
  assert.equal(listIds(await list(running._id)), listIds(all));
  const finished = await list(running._id, { include_pending: false });
  assert.is(finished.total_count, 10);
  assert.equal(
    listIds(finished),
    over.map(({ _id }) => _id),
  );
});

table("is empty beyond its last page, and refuses what it cannot sort by", async () => {
  assert.equal((await list(job_id, { page_number: 99 })).items, []);
  const response = await owner.fetch(`/api/internal/jobs/${job_id}/simulations?sort_by=log_tail`);
  assert.is(response.status, 400);
});

table("says which of some simulations it has", async () => {
  const { simulations: foreign } = await storeSimulatedJob(platform, 1, { creator });
  const chosen = simulations.slice(2, 4).map(({ _id }) => _id);
  const find = (ids: number[]) =>
    owner.call("findExistingSimulations", { params: { job_id }, query: { ids } });
  assert.equal(await find([...chosen, foreign[0]?._id ?? 0, 999_999]), { ids: chosen });
  const tooMany = Array.from({ length: MAX_NAMED_SIMULATIONS + 1 }, (_, at) => at);
  const url = `/api/internal/jobs/${job_id}/simulations/existing`;
  assert.is((await owner.fetch(`${url}?ids=${tooMany}`)).status, 400);
  assert.is((await owner.fetch(url)).status, 400);
});

const detail = suite("one simulation");
const read = (simulation_id: number, of = job_id) =>
  owner.call("getSimulation", { params: { job_id: of, simulation_id } });
const [first] = simulations;
const firstId = first?._id ?? 0;
const failedId = simulations.find((_, index) => fails(index))?._id ?? 0;

detail("has all its values, its curves over their coordinate, and the files that were kept", async () => {
  const simulation = await read(firstId);
  const [x, y] = [first?.inputs.x ?? 0, first?.inputs.y ?? 0];
  assert.equal(simulation.inputs, { x: { type: "Scalar", value: x }, y: { type: "Scalar", value: y } });
  const { sum, decay } = simulate({ x, y });
  assert.equal(simulation.outputs, { sum: { type: "Scalar", value: sum } });
  assert.equal(simulation.curves, [
    { name: "decay", values: decay, coordinate: { name: "time", values: [0, 0.5, 1] } },
  ]);
  assert.equal(
    simulation.files.map(({ path, size }) => [path, size]),
    [["out/waves.txt", 10]],
  );
  const file = await owner.fetch(simulation.files[0]?.href ?? "");
  assert.equal([file.status, await file.text()], [200, "0 1\n1 0.5\n"]);
  assert.match(file.headers.get("content-disposition") ?? "", /^attachment/);
});

detail("says why it failed, with the end of its log", async () => {
  const { status, error, log_tail, outputs, curves } = await read(failedId);
  assert.equal(
    [status, error, log_tail, outputs, curves],
    ["Running Failed", FAILURE_REASON, FAILURE_LOG, null, []],
  );
});

detail("is found in its own job only", async () => {
  const other = await storeSimulatedJob(platform, 1, { creator });
  const { status, message } = await owner.refused("getSimulation", {
    params: { job_id: other.job._id, simulation_id: firstId },
  });
  assert.equal([status, message], [404, MESSAGES.simulationNotFound]);
});

detail("gives out its kept files and nothing beside them", async () => {
  keepFile(storage.dataDir, "secret.txt", "secret");
  keepFile(simulationFolder(storage, job_id, firstId), ".hidden", "hidden");
  const base = `/static/work_dirs/${job_id}/simulations/${firstId}`;
  for (const path of [
    "..%2F..%2F..%2F..%2Fsecret.txt",
    "%2e%2e/%2e%2e/%2e%2e/%2e%2e/secret.txt",
    "..%5C..%5C..%5C..%5Csecret.txt",
    "%2Fetc%2Fpasswd",
    ".hidden",
    "out",
    "nothing.txt",
    "%E0%A4%A",
  ]) {
    const response = await owner.fetch(`${base}/${path}`);
    assert.ok(response.status === 404 || response.status === 400, `${path}: ${response.status}`);
    assert.not.match(await response.text(), /secret$|hidden$|root:/);
  }
});

const graphs = suite("the graphs of a spec");
graphs("are drawn of one simulation, and of all of a job; the others say what they lack", async () => {
  const graphsOfOne = await owner.call("getSimulationGraphs", { params: { job_id, simulation_id: firstId } });
  assert.equal(
    graphsOfOne.graphs.map(({ title, status }) => [title, status]),
    [
      ["Decay over time", "ready"],
      ["Logarithm of the decay", "ready"],
      ["Of nothing", "failed"],
    ],
  );
  const logarithm = graphsOfOne.graphs[1];
  const trace = logarithm?.status === "ready" ? logarithm.figure.data[0] : undefined;
  assert.ok(trace?.type === "scatter" && trace.y.includes(null) && trace.y.some(Number.isFinite), "a gap");
  const nothing = graphsOfOne.graphs[2];
  assert.equal(nothing?.status === "failed" && nothing.errors.map(({ field }) => field), ["y"]);
  const all = await owner.call("getJobGraphs", { params: { job_id } });
  assert.equal(
    all.graphs.map(({ title }) => title),
    MANIFEST_GRAPHS.filter(({ per }) => per === "job").map(({ title }) => title),
  );
  const types = all.graphs.map((graph) =>
    graph.status === "ready" ? graph.figure.data[0]?.type : graph.errors.map(({ field }) => field),
  );
  assert.equal(types, ["scatter", "bar", "heatmap", "scatter", ["y"]]);
});

graphs("say so where no simulation has a result", async () => {
  const graphsOfOne = await owner.call("getSimulationGraphs", {
    params: { job_id, simulation_id: failedId },
  });
  const [graph] = graphsOfOne.graphs;
  assert.equal(graph?.status === "failed" && graph.errors.map(({ field }) => field), ["simulations"]);
});

const deletion = suite("deleting simulations");
deletion("takes their values and files, and the counts and pages follow", async () => {
  const simulatedJob = await storeSimulatedJob(platform, 20, { creator });
  const id = simulatedJob.job._id;
  const rows = simulatedJob.simulations;
  const doomed = [0, 8, 13].map((index) => rows[index]?._id ?? 0);
  const body = { ids: doomed };
  await owner.call("deleteSimulations", { params: { job_id: id }, body });
  const page = await list(id, { page_size: 100 });
  assert.is(page.total_count, 17);
  assert.equal(
    listIds(page),
    rows.map(({ _id }) => _id).filter((simulationId) => !doomed.includes(simulationId)),
  );
  const last = await list(id, { page_size: 5, page_number: 4 });
  assert.equal(
    listIds(last),
    rows.slice(-2).map(({ _id }) => _id),
  );
  const stored = await owner.call("getJob", { params: { job_id: id } });
  assert.equal(stored.simulation_counts, { planned: 20, running: 0, complete: 16, failed: 1 });
  assert.not(existsSync(join(simulationFolder(storage, id, doomed[0] ?? 0), "out")));
  assert.is(await store.simulationCurves.count({ _id: `${id}.${doomed[0]}.1` }), 0);
  // Somebody else pressed first: there is nothing to do.
  await owner.call("deleteSimulations", { params: { job_id: id }, body });
  assert.is((await list(id)).total_count, 17);
});

deletion(
  "is refused while the job is worked on, for what is not over, and to others than managers",
  async () => {
    const busy = await storeSimulatedJob(platform, 3, { creator, status: "Running" });
    const paused = await storeSimulatedJob(platform, 2, { creator, status: "Interrupted" });
    const [open] = await storeSimulations(platform, paused.job._id, 1, { index: 2, status: "Interrupted" });
    const refused = async (job_id: number, ids: number[], by = owner) =>
      (await by.refused("deleteSimulations", { params: { job_id }, body: { ids } })).status;
    const readFirstId = ({ simulations: [firstSimulation] }: typeof busy) => firstSimulation?._id ?? 0;
    assert.is(await refused(busy.job._id, [readFirstId(busy)]), 403);
    assert.is(await refused(paused.job._id, [readFirstId(paused), open?._id ?? 0]), 403);
    assert.is(await refused(paused.job._id, [readFirstId(paused)], colleague), 403);
    assert.equal([(await list(busy.job._id)).total_count, (await list(paused.job._id)).total_count], [3, 3]);
    assert.equal(
      (await list(paused.job._id)).items.map(({ can_be_deleted }) => can_be_deleted),
      [true, true, false],
    );
  },
);

deletion("that was cut short with its job's is brought to an end, and nothing else is touched", async () => {
  const left = async (job_id: number) =>
    await Promise.all([
      store.simulations.count({ job_id }),
      store.simulationCurves.count(curvesOfJob(job_id)),
      store.curves.count({ job_id }),
    ]);
  const stored = async () => {
    const { job: storedJob } = await storeSimulatedJob(platform, 5, { creator });
    const curve = { from: 0, coefficient_of_determination: [0.5], loss: [1] };
    await store.curves.insert({ _id: `${storedJob._id}:0`, job_id: storedJob._id, ...curve });
    return storedJob._id;
  };
  const [keptJob, doomed, half] = [await stored(), await stored(), await stored()];
  // As a kill leaves it: the job is gone, of the rest all or a part is still there.
  await store.jobs.remove({ _id: { $in: [doomed, half] } });
  await store.simulations.remove({ job_id: half });
  await store.curves.remove({ job_id: half });
  await sweepSimulations(store);
  assert.equal(await left(keptJob), [5, 5, 1]);
  assert.equal([...(await left(doomed)), ...(await left(half))], [0, 0, 0, 0, 0, 0]);
  await owner.call("deleteJobs", { body: { ids: [keptJob] } });
  await eventually("nothing is left", async () => (await left(keptJob)).every((count) => count === 0));
});
