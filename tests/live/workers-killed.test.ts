/** A web process killed under its connected servers. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "@understudy/server/boot/store-process.ts";
import { logIn, PASSWORD } from "../api/people.ts";
import { atEnd } from "../cleanup.ts";
import { assert, eventually, suite } from "../harness.ts";
import { openTestPlatform } from "../simulations.ts";
import { testConfig } from "../stack.ts";
import { isConnected, startWorkerClient, storeTinyJob } from "./worker-client.ts";

const EMAIL = "admin@example.org";
const MAIN = join(import.meta.dirname, "../../server/main.ts");
const config = { ...(await testConfig()), port: await freePort() };
const url = `http://${config.host}:${config.port}`;

/** One web process, and nothing else of the product, always on the same port; ready when it answers. */
async function startWeb(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [MAIN, "web"], {
    env: {
      ...process.env,
      MONGODB_URL: config.mongodbUrl,
      REDIS_URL: config.redisUrl,
      REDIS_PREFIX: config.redisPrefix,
      DATA_DIR: config.dataDir,
      PORT: String(config.port),
      LOG_LEVEL: "error",
      ADMIN_EMAIL: EMAIL,
      ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  atEnd("a web process", () => child.kill("SIGKILL"));
  await eventually(
    "it answers",
    () =>
      fetch(url).then(
        () => true,
        () => false,
      ),
    60_000,
    100,
  );
  return child;
}

const killed = suite("a web process that is killed while simulations are out", { timeout: 120_000 });
killed("costs none of them: they go on, and their results are there when it is back", async () => {
  const web = await startWeb();
  const platform = await openTestPlatform(config);
  const person = await logIn(url, EMAIL);
  const owner = await person.call("getUser");
  const { client_key: key } = await person.call("getWorkerClientKey");
  const client = startWorkerClient({ url, key, name: "lab", concurrency: 4 });
  const resourceId = Number(await isConnected(client));
  const tiny = await storeTinyJob(platform, { owner, resourceId, held: true, count: 8 });
  await tiny.begun(4);
  web.kill("SIGKILL");
  tiny.open();
  // Finished while nobody listens: on disk until somebody does.
  await eventually("their results are kept", () => readdirSync(join(client.folder, "results")).length === 4);
  await startWeb();
  const done = await tiny.over();
  assert.equal(
    done.map(({ status, attempt }) => [status, attempt]),
    done.map(() => ["Complete", 1]),
    "nothing was lost, and nothing was run twice",
  );
  await eventually("all is acknowledged", () => readdirSync(join(client.folder, "results")).length === 0);
});
