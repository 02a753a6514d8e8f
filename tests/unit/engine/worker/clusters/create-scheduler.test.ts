/** The commands of schedulers run in an environment that is selected for them. */
import { createSchedulerCommand } from "@understudy/engine/worker/clusters/create-scheduler.ts";
import { assert, rejects, suite } from "../../../../harness.ts";

const it = suite("the environment of a scheduler's commands");

const readVariables = async (env: Readonly<Record<string, string>>): Promise<string[]> => {
  const output = await createSchedulerCommand({ PATH: process.env.PATH, ...env })("printenv", []);
  return output
    .trim()
    .split("\n")
    .map((line) => line.split("=", 1)[0] ?? "")
    .filter((name) => name in env)
    .sort();
};

it("contains nothing of the job in which the client itself runs", async () => {
  const ofSlurm = { SLURM_ARRAY_JOB_ID: "1", SLURM_ARRAY_TASK_ID: "2", SLURM_JOB_ID: "1", SLURM_NTASKS: "1" };
  const ofGridEngine = { JOB_ID: "1", SGE_TASK_ID: "2", TASK_ID: "2", SGE_O_HOME: "/root", NSLOTS: "1" };
  const ofOthers = { LSB_JOBID: "1", LSB_JOBINDEX: "2", LS_JOBPID: "3", JOB_COMPLETION_INDEX: "0" };
  assert.equal(await readVariables({ ...ofSlurm, ...ofGridEngine, ...ofOthers, HOME: "/root" }), ["HOME"]);
});

it("contains plain names that Grid Engine uses as well, outside its jobs", async () => {
  const variables = { ENVIRONMENT: "production", JOB_NAME: "nightly", QUEUE: "mail", REQUEST: "1" };
  assert.equal(await readVariables(variables), Object.keys(variables).sort());
});

it("contains what chooses a cluster, and no key", async () => {
  const clusters = {
    ...{ SLURM_CONF: "/etc/slurm.conf", SLURM_CLUSTERS: "a", SBATCH_ACCOUNT: "physics" },
    ...{ SGE_ROOT: "/sge", SGE_CELL: "default", SGE_QMASTER_PORT: "6444", LSF_ENVDIR: "/lsf" },
    ...{ LSB_DEFAULTQUEUE: "long", KUBECONFIG: "/config" },
  };
  assert.equal(await readVariables({ ...clusters, UNDERSTUDY_KEY: "secret" }), Object.keys(clusters).sort());
});

const statements = suite("the words of a scheduler that refuses");

statements("begin with the name of its program, once", async () => {
  const run = createSchedulerCommand({ PATH: process.env.PATH });
  const refusal = await rejects(() => run("ls", ["/no/such/folder"]));
  assert.match(refusal instanceof Error ? refusal.message : "", /^ls: (?!ls: ).*\/no\/such\/folder/);
});
