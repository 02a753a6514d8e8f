/** LSF's commands, as IBM's command reference of Spectrum LSF 10.1 describes what they print. */
import { createLsf, readBjobs } from "@understudy/engine/worker/clusters/lsf.ts";
import { SchedulerError } from "@understudy/engine/worker/clusters/scheduler.ts";
import { assert, suite } from "../../../../harness.ts";
import { NO_REQUESTS } from "../../../../support/clusters/cluster-client.ts";

const record = (
  stat: string,
  jobName: string,
  reasons: { pend?: string; exit?: string; code?: string } = {},
) => ({
  JOBID: "806290",
  STAT: stat,
  JOB_NAME: jobName,
  PEND_REASON: reasons.pend ?? "",
  EXIT_REASON: reasons.exit ?? "",
  EXIT_CODE: reasons.code ?? "",
});
const print = (...records: object[]): string =>
  JSON.stringify({ COMMAND: "bjobs", JOBS: records.length, RECORDS: records });

const lists = suite("LSF's list of jobs");
lists("is read with the state of each task of an array, and its reason", () => {
  const output = print(
    record("PEND", "a-1[3]", { pend: "New job is waiting for scheduling;" }),
    record("RUN", "a-1[1]"),
    record("PSUSP", "a-1[4]", { pend: "The job was suspended by the user while pending;" }),
    record("UNKWN", "a-1[5]"),
    record("DONE", "no array"),
  );
  assert.equal(
    readBjobs(output).map(({ name, task, state: { kind, id, reason } }) => [name, task, kind, id, reason]),
    [
      ["a-1", 2, "pending", "806290[3]", "New job is waiting for scheduling"],
      ["a-1", 0, "running", "806290[1]", ""],
      ["a-1", 3, "held", "806290[4]", "The job was suspended by the user while pending"],
      ["a-1", 4, "held", "806290[5]", "UNKWN"],
    ],
  );
});
lists("tells how a task ended, in LSF's own words", () => {
  const output = print(
    record("DONE", "a-1[1]"),
    record("EXIT", "a-1[2]", { code: "3" }),
    record("EXIT", "a-1[3]", { exit: "TERM_OWNER: job killed by owner", code: "143" }),
    record("ZOMBI", "a-1[4]"),
  );
  assert.equal(
    readBjobs(output).map(({ state }) => [state.kind === "ended" && state.end, state.reason]),
    [
      ["ended", "DONE"],
      ["ended", "exit code 3"],
      ["cancelled", "TERM_OWNER: job killed by owner"],
      ["node lost", "ZOMBI"],
    ],
  );
});
lists("is empty where bjobs finds no job", async () => {
  const run = () => Promise.reject(new SchedulerError("bjobs: No job found", false));
  assert.equal(await createLsf(run, NO_REQUESTS).list("a-", []), []);
});

const jobs = suite("a job of LSF");
jobs(
  "is described by what people request, and its path is quoted for a shell, not expanded by bsub",
  async () => {
    const commands: string[] = [];
    const run = (program: string, args: readonly string[]) => {
      commands.push([program, ...args].join(" "));
      return Promise.resolve("Job <4711> is submitted to queue <long>.\n");
    };
    const requests = {
      ...{ queue: "long", account: "physics", minutes: null, memoryMb: null, pod: null },
      licences: [{ name: "hspice", count: 2 }],
      submitOptions: ["-G", "group"],
    };
    const job = {
      name: "a-1",
      script: "/a %J b/task.sh",
      folder: "/a %J b",
      taskCount: 6,
      memoryMb: 500,
      minutes: 30,
    };
    assert.is(await createLsf(run, requests).submit(job), "4711");
    assert.equal(commands, [
      "bsub -J a-1[1-6] -cwd / -o /dev/null -n 1 -r -q long -P physics -W 30 -M 500MB -R rusage[mem=500MB:hspice=2] -G group '/a %J b/task.sh'",
    ]);
  },
);
jobs("that asks for nothing gets the cluster's own limits", async () => {
  const words: string[] = [];
  const run = (_program: string, args: readonly string[]) => {
    words.push(...args);
    return Promise.resolve("Job <4711> is submitted to default queue <normal>.\n");
  };
  const job = {
    name: "a-1",
    script: "/x/task.sh",
    folder: "/x",
    taskCount: 1,
    memoryMb: null,
    minutes: null,
  };
  await createLsf(run, NO_REQUESTS).submit(job);
  assert.equal(
    words.filter((word) => ["-q", "-P", "-W", "-M", "-R"].includes(word)),
    [],
  );
});
