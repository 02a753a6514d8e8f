/** A web process without a launcher, as `npm run web` starts it: a channel is held, to which nobody listens. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { assert, eventually, suite } from "../harness.ts";
import { atEnd, temporaryFolder } from "../support/cleanup.ts";
import { testDatabase } from "../support/processes/databases.ts";

const SERVER_PROGRAM = join(import.meta.dirname, "../../server/main.ts");
const it = suite("a lone web process", { timeout: 90_000 });

it("prints its address and the first administrator's password, and ends with what started it", async () => {
  const { mongodbUrl, redisUrl, redisPrefix } = await testDatabase();
  const stores = { MONGODB_URL: mongodbUrl, REDIS_URL: redisUrl, REDIS_PREFIX: redisPrefix };
  const first = { ADMIN_EMAIL: "", ADMIN_PASSWORD: "", LOG_LEVEL: "error" };
  const child = spawn(process.execPath, [SERVER_PROGRAM, "web"], {
    env: { ...process.env, ...stores, ...first, PORT: "0", DATA_DIR: temporaryFolder("lone") },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  atEnd("the web process", () => child.kill("SIGKILL"));
  let output = "";
  child.stdout?.on("data", (chunk) => (output += chunk));
  const url = await eventually(
    "it is ready",
    () => /^Understudy is ready at (\S+)$/m.exec(output)?.[1],
    60_000,
  );
  const [, email, password] = /^First administrator: (\S+), password: (\S+)/m.exec(output) ?? [];
  const { status } = await fetch(`${url}/api/internal/session`, {
    method: "POST",
    headers: { "Content-Type": "application/json", Origin: `${url}` },
    body: JSON.stringify({ email, password }),
  });
  assert.is(status, 200);
  child.disconnect();
  await eventually("it has ended", () => child.exitCode !== null, 10_000);
});
