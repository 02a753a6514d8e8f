/** A web process killed under its connected servers. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { assert, eventually, suite } from "../harness.ts";
import { logIn } from "../support/api/people.ts";
import { startClientHere } from "../support/live/client-here.ts";
import { storeTinyJob } from "../support/live/worker-client.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const OUT_COUNT = 50;
const config = await webConfig();
const url = urlOf(config);

const killed = suite("a web process that is killed while simulations are out", { timeout: 240_000 });
killed("costs none of them: they go on, and their results are there when it is back", async () => {
  const web = await startWebProcess(config);
  const platform = await openTestPlatform(config);
  const person = await logIn(url, ADMIN_EMAIL);
  const owner = await person.call("getUser");
  const { client_key: key } = await person.call("getWorkerClientKey");
  const client = await startClientHere({ url, key, name: "lab", concurrency: OUT_COUNT });
  const { resourceId } = client;
  const tiny = await storeTinyJob(platform, { owner, resourceId, crowd: true, count: OUT_COUNT });
  await tiny.begun(OUT_COUNT);
  web.kill("SIGKILL");
  tiny.open();
  const countKeptResults = () => readdirSync(join(client.folder, "results")).length;
  // Finished while nobody listens: on disk until somebody does.
  await eventually("their results are kept", () => countKeptResults() === OUT_COUNT, 60_000);
  await startWebProcess(config);
  const done = await tiny.over(60_000);
  assert.ok(done.every(({ status, result_attempt }) => status === "Complete" && result_attempt === 1));
  assert.is(tiny.pids().length, OUT_COUNT, "nothing was run twice");
  await eventually("all is acknowledged", () => countKeptResults() === 0, 60_000);
});
