/**
 * Measures what the platform adds to a cluster: simulations that do nothing, through the worker client and a real Slurm of two cores on this machine,
 * beside the same program in a plain job array of the same Slurm.
 */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { join } from "node:path";
import { logIn } from "../support/api/people.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { startSlurm } from "../support/clusters/real-slurm.ts";
import { isConnected, startWorkerClient, storeTinyJob } from "../support/live/worker-client.ts";
import { ADMIN_EMAIL, startWebProcess, urlOf, webConfig } from "../support/processes/web-process.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";
import { eventually } from "../support/waiting.ts";
import { bench } from "./bench.ts";
import { options } from "./options.ts";
import { measureSeconds } from "./processor-time.ts";

const DEFAULT_COUNT = 1_000;
/** Simulations that the client holds at a time. */
const HELD_SIMULATION_COUNT = 200;
const WITHIN_MS = 1_800_000;
/** Writes the outputs of a simulation, whatever its inputs. */
const PROGRAM_TEXT = `echo '{"sum": 1, "decay": [1, 1, 1]}' > outputs.json\n`;

bench("Simulations that do nothing on a real Slurm of two cores", async () => {
  const [count = DEFAULT_COUNT] = options.sizes ?? [];
  const slurm = await startSlurm();
  const folder = temporaryFolder("array");
  const script = join(folder, "array.sh");
  writeFileSync(script, `#!/bin/sh\nmkdir $SLURM_ARRAY_TASK_ID && cd $SLURM_ARRAY_TASK_ID\n${PROGRAM_TEXT}`, {
    mode: 0o700,
  });
  const submit = [`--array=0-${count - 1}`, `--chdir=${folder}`, "--output=/dev/null", script];
  const plain = await measureSeconds(async () => {
    await slurm.command("sbatch", ...submit);
    const isOver = async () => (await slurm.command("squeue", "--noheader")).trim() === "";
    await eventually("the array is over", isOver, WITHIN_MS, 500);
  });

  const config = await webConfig();
  await startWebProcess(config);
  const platform = await openTestPlatform(config);
  const person = await logIn(urlOf(config), ADMIN_EMAIL);
  const owner = await person.call("getUser");
  const { client_key: key } = await person.call("getWorkerClientKey");
  const client = startWorkerClient({
    url: urlOf(config),
    key,
    name: "slurm",
    concurrency: HELD_SIMULATION_COUNT,
    more: ["--executor", "slurm"],
    env: slurm.env,
  });
  const resourceId = Number(await isConnected(client));
  const through = await measureSeconds(async () => {
    const job = await storeTinyJob(platform, { owner, resourceId, count, program: PROGRAM_TEXT });
    await eventually(
      "all simulations are over",
      async () => (await job.read()).every(({ status }) => status === "Complete"),
      WITHIN_MS,
      500,
    );
  });
  client.child.kill("SIGKILL");
  return [
    { way: "a plain job array", simulations: count, seconds: plain, "over the plain array": 1 },
    {
      way: "the worker client",
      simulations: count,
      seconds: through,
      "over the plain array": through / plain,
    },
  ].map((row) => ({ ...row, load: loadavg()[0] ?? 0 }));
});
