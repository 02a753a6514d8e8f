/** The metrics that Prometheus reads: who gets them, what they say, and that rules and dashboard name no placesWithoutRoute. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { assignMachine } from "@understudy/server/commands/trainings/machine-records.ts";
import { chosenMachine } from "@understudy/server/dispatch/training-lease.ts";
import { writeMetrics } from "@understudy/server/metrics/metrics.ts";
import { connectRedis } from "@understudy/server/platform/platform.ts";
import { readPlatformGauges } from "@understudy/server/web/platform-gauges.ts";
import { routes } from "@understudy/shared/api/routes.ts";
import { freePort } from "../../server/boot/store-process.ts";
import { assert, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { storeReadJob } from "../support/live/trainings.ts";
import { type Family, parseExposition } from "../support/metrics/exposition.ts";
import { holdMachinesRole } from "../support/processes/machines-role.ts";
import { startTestServer } from "../support/processes/stack.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const METRICS_TOKEN = "a token of this test";
const server = await startTestServer({ metrics: { port: 0, host: "127.0.0.1", token: METRICS_TOKEN } });
const platform = await openTestPlatform(server.config);
await holdMachinesRole(platform.store);
const { store } = platform;
const ada = await addPerson(await logInAdmin(server), { name: "Ada" });
const metricsUrl = server.metricsUrl ?? "";

async function scrape(): Promise<Map<string, Family>> {
  const response = await fetch(metricsUrl, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  assert.is(response.status, 200);
  assert.match(response.headers.get("content-type") ?? "", /^text\/plain; version=0\.0\.4/);
  return parseExposition(await response.text());
}
type Row = Readonly<Record<string, string | number>> & { readonly value: number };
const readSamples = (families: Map<string, Family>, name: string): Row[] =>
  families.get(name)?.samples.map(({ labels, value }) => ({ ...labels, value })) ?? [];

const it = suite("metrics for Prometheus", { timeout: 60_000 });

it("are never on the public port, and at their own only for those who have the token", async () => {
  const atPublicPort = await fetch(`${server.url}/metrics`);
  assert.not.ok((await atPublicPort.text()).includes("understudy_"));
  const readStatus = async (url: string, options?: RequestInit) => (await fetch(url, options)).status;
  assert.is(await readStatus(metricsUrl), 401);
  assert.is(await readStatus(metricsUrl, { headers: { authorization: "Bearer another" } }), 401);
  assert.is(await readStatus(metricsUrl, { method: "POST" }), 405);
  assert.is(await readStatus(metricsUrl.replace("/metrics", "/")), 404);
});

it("are off unless they are configured", async () => {
  const other = await startTestServer();
  assert.is(other.metricsUrl, null);
  await other.close();
});

it("name requests by their routes, and never by what people type", async () => {
  await ada.call("listJobs", { query: { filter: "a-secret-name" } });
  await ada.refused("getJob", { params: { job_id: 987_654 } });
  await fetch(`${server.url}/api/v1/a-secret-path`);
  await fetch(`${server.url}/a-secret-page`);
  await fetch(server.url, { method: "PROPFIND" });
  const samples = readSamples(await scrape(), "understudy_http_request_duration_seconds");
  const patterns = new Set(Object.values(routes).map(({ path }) => path));
  const placesWithoutRoute = ["no route", "downloads", "pages"];
  for (const { route } of samples) {
    const pattern = String(route);
    assert.ok(patterns.has(pattern) || placesWithoutRoute.includes(pattern), pattern);
  }
  const has = (labels: Record<string, string>) =>
    samples.some((sample) => Object.entries(labels).every(([name, value]) => sample[name] === value));
  assert.ok(has({ method: "GET", route: "/jobs/", status: "2xx" }));
  assert.ok(has({ method: "GET", route: "/jobs/{job_id}", status: "4xx" }));
  assert.ok(has({ method: "other", route: "pages" }));
});

it("say how the queues, the trainings and the machines are", async () => {
  const queued_time = new Date(Date.now() - 600_000);
  const waiting = await storeReadJob(platform, ada);
  await store.jobs.update(
    { _id: waiting._id },
    { status: "Pending Training", work: { ...waiting.work, claim_id: null, queued_time } },
  );
  const onMachine = await storeReadJob(platform, ada);
  const training_server = chosenMachine("GPU");
  const job = await store.jobs.update(
    { _id: onMachine._id },
    { status: "Pending Training", training_server },
  );
  if (job === null) throw new Error("The job is gone.");
  const machine = await assignMachine(platform, job, "GPU");
  assert.ok(machine !== null);
  await store.machines.updateAll({}, { release_problem: "It could not be deleted." });
  await readPlatformGauges(platform);
  const families = parseExposition((await writeMetrics()).text);
  const queues = readSamples(families, "understudy_queue_jobs");
  const training = queues.filter(({ queue, state }) => queue === "training" && state === "waiting");
  assert.equal(training, [{ queue: "training", state: "waiting", value: 1 }]);
  const waits = readSamples(families, "understudy_queue_oldest_wait_seconds");
  const wait = waits.find(({ queue }) => queue === "training")?.value ?? 0;
  assert.ok(wait >= 600 && wait < 900, String(wait));
  assert.equal(readSamples(families, "understudy_machines_not_deleted"), [{ value: 1 }]);
  const phases = readSamples(families, "understudy_machines");
  assert.equal(
    phases.filter(({ value }) => value > 0),
    [{ phase: "creating", value: 1 }],
  );
  assert.ok(
    (readSamples(families, "understudy_pushes_total").find(({ type }) => type === "job")?.value ?? 0) > 0,
  );
});

it("have no values that nobody has measured while a store does not answer", async () => {
  const redis = connectRedis(`redis://127.0.0.1:${await freePort()}`);
  try {
    await readPlatformGauges({ ...platform, redis });
    const families = parseExposition((await writeMetrics()).text);
    assert.equal(readSamples(families, "understudy_store_up"), [
      { store: "mongodb", value: 1 },
      { store: "redis", value: 0 },
    ]);
    assert.equal(readSamples(families, "understudy_queue_jobs"), []);
    assert.equal(readSamples(families, "understudy_connected_servers"), []);
    assert.ok((readSamples(families, "understudy_disk_size_bytes")[0]?.value ?? 0) > 0);
  } finally {
    redis.disconnect();
  }
});

const DEPLOY_FOLDER = join(import.meta.dirname, "../../server/deploy");
for (const file of ["alerts.yml", "dashboard.json"]) {
  it(`are the only ones that ${file} names`, async () => {
    const names = new Set<string>();
    for (const [family, { type }] of await scrape()) {
      const suffixes = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      for (const suffix of suffixes) names.add(family + suffix);
    }
    const text = readFileSync(join(DEPLOY_FOLDER, file), "utf8");
    const used = new Set(text.match(/\b(?:understudy|nodejs|process)_\w+/g));
    assert.ok(used.size > 8, String(used.size));
    for (const name of used) assert.ok(names.has(name), name);
  });
}
