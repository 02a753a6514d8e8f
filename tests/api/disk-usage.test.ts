/** The disk space that is used, and by whom, over HTTP. */
import { rmSync } from "node:fs";
import { connectRedis } from "@understudy/server/platform/platform.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { assert, eventually, suite } from "../harness.ts";
import { addPerson, logInAdmin } from "../support/api/people.ts";
import { openFileStore } from "../support/api/stored-files.ts";
import { atEnd } from "../support/cleanup.ts";
import { startTestServer, testConfig } from "../support/processes/stack.ts";

const config = await testConfig({ demo: false, diskQuotaGb: 2 });
const first = await startTestServer(config);
const { addJob, addSpec } = await openFileStore(first);
const admin = await logInAdmin(first);
const ada = await addPerson(admin, { name: "Ada" });
const grace = await addPerson(admin, { name: "Grace" });
const bytes = (count: number) => new Uint8Array(count).fill(65);
const truss = await addJob(
  ada,
  { "data.csv": bytes(3_000), "simulations/1/out.log": bytes(4_000) },
  { name: "Truss" },
);
const heart = await addJob(grace, { "data.csv": bytes(5_000) }, { name: "Heart" });
const { spec } = await addSpec(ada, { "spec.json": bytes(1_000) });
// What was measured is remembered for a while: the next process begins as after a long night.
await first.close();
const server = await startTestServer({ ...config, redisPrefix: `${config.redisPrefix}-next` });

const it = suite("the disk usage");
const measured = () =>
  eventually("it is measured", async () => {
    const usage = await reader.call("getDiskUsage");
    return usage.measured && { ...usage, measured: usage.measured };
  });
const reader = await addPerson(await logInAdmin(server));

it("of a quota is that of all files of jobs and specs, in GB", async () => {
  const { used, total, has_quota } = await measured();
  assert.equal([used, total, has_quota], [13_000 / 1e9, 2, true]);
});
it("names who uses the space and for what, the largest first", async () => {
  const { people, items } = (await measured()).measured;
  assert.equal(people, [
    { id: ada.id, name: "Ada", used: 8_000 / 1e9 },
    { id: grace.id, name: "Grace", used: 5_000 / 1e9 },
  ]);
  assert.equal(
    items.map(({ kind, id, creator, used }) => [kind, id, creator, used]),
    [
      ["job", truss, "Ada", 7_000 / 1e9],
      ["job", heart, "Grace", 5_000 / 1e9],
      ["spec", spec, "Ada", 1_000 / 1e9],
    ],
  );
});
it("without a quota is that of the disk", async () => {
  const other = await startTestServer({ demo: false });
  const { used, total, has_quota } = await (await logInAdmin(other)).call("getDiskUsage");
  assert.is(has_quota, false);
  assert.ok(used > 0 && used < total, `${used} of ${total}`);
});
const redis = connectRedis(config.redisUrl);
atEnd("Redis", () => redis.disconnect());
/** As if it had been measured then, and that had taken so long. */
async function setMeasured(time: Date, took_ms: number): Promise<void> {
  const key = `${config.redisPrefix}-next:disk-usage`;
  const measurement = JSON.parse((await redis.get(key)) ?? "null");
  await redis.set(key, JSON.stringify({ ...measurement, time, took_ms }));
}
it("counts what has come since the last measurement in the first answer after it", async () => {
  await setMeasured(new Date(Date.now() - 2_000), 5);
  await addJob(grace, { "data.csv": bytes(500) }, { name: "Valve" });
  const { measured: now } = await reader.call("getDiskUsage");
  assert.is(now?.files, 13_500 / 1e9);
});
it("is known to a further web process at once, without measuring anew", async () => {
  const time = new Date();
  // It is recent for a minute.
  await setMeasured(time, 1_000);
  const secondServer = await startTestServer({ ...config, redisPrefix: `${config.redisPrefix}-next` });
  const usage = await (await logInAdmin(secondServer)).call("getDiskUsage");
  assert.is(usage.measured?.time, time.toISOString());
});
it("that cannot be had is a 500 that says so", async () => {
  const broken = await startTestServer({ demo: false });
  const caller = await logInAdmin(broken);
  rmSync(broken.config.dataDir, { recursive: true });
  const { status, message } = await caller.refused("getDiskUsage");
  assert.equal([status, message], [500, MESSAGES.diskUsage]);
});
