/** Grid Engine's commands: the tables that Son of Grid Engine 8.1.9 printed, and what a client does with them. */
import {
  createGridEngine,
  readQacct,
  readQstat,
  readReasons,
} from "@understudy/engine/worker/clusters/grid-engine.ts";
import { assert, eventually, suite } from "../../../../harness.ts";
import { NO_REQUESTS, startClusterClient } from "../../../../support/clusters/cluster-client.ts";
import { StandInGridEngine } from "../../../../support/clusters/stand-in-grid-engine.ts";

const SCHEMA_ADDRESS = "http://arc.liv.ac.uk/repos/darcs/sge/source/dist/util/resources/schemas/qstat";
const JOB_TABLE = `<?xml version='1.0'?>
<job_info  xmlns:xsd="${SCHEMA_ADDRESS}/qstat.xsd">
  <queue_info>
    <job_list state="running">
      <JB_job_number>3</JB_job_number>
      <JAT_prio>0.50000</JAT_prio>
      <JB_name>understudy-0123abcd-0123456789ab</JB_name>
      <JB_owner>root</JB_owner>
      <state>s</state>
      <JAT_start_time>2026-11-28T01:46:00</JAT_start_time>
      <queue_name>main.q@localhost</queue_name>
      <slots>1</slots>
      <tasks>2</tasks>
    </job_list>
  </queue_info>
  <job_info>
    <job_list state="pending">
      <JB_job_number>2</JB_job_number>
      <JAT_prio>0.50000</JAT_prio>
      <JB_name>understudy-abc-2</JB_name>
      <JB_owner>root</JB_owner>
      <state>hqw</state>
      <JB_submission_time>2026-11-28T01:44:59</JB_submission_time>
      <queue_name></queue_name>
      <slots>1</slots>
      <tasks>5</tasks>
    </job_list>
    <job_list state="pending">
      <JB_job_number>7</JB_job_number>
      <JAT_prio>0.00000</JAT_prio>
      <JB_name>x</JB_name>
      <JB_owner>root</JB_owner>
      <state>qw</state>
      <JB_submission_time>2026-11-28T01:47:20</JB_submission_time>
      <queue_name></queue_name>
      <slots>1</slots>
    </job_list>
  </job_info>
</job_info>
`;
const EMPTY_JOB_TABLE = `<?xml version='1.0'?>
<job_info  xmlns:xsd="${SCHEMA_ADDRESS}/qstat.xsd">
  <queue_info>
  </queue_info>
  <job_info>
  </job_info>
</job_info>
`;

const tables = suite("Grid Engine's tables");
tables("of jobs are read without those that are no arrays", () => {
  assert.equal(readQstat(JOB_TABLE), [
    { job: "3", task: 2, name: "understudy-0123abcd-0123456789ab", letters: "s" },
    { job: "2", task: 5, name: "understudy-abc-2", letters: "hqw" },
  ]);
  assert.equal(readQstat(EMPTY_JOB_TABLE), []);
});

const describeReasons = (djobInfo: string, messages: string): string => `<?xml version='1.0'?>
<detailed_job_info  xmlns:xsd="${SCHEMA_ADDRESS}/detailed_job_info.xsd">
  <djob_info>
${djobInfo}  </djob_info>
  <messages>
    <element>
${messages}    </element>
  </messages>
</detailed_job_info>
`;
const FAULTY_JOB = `    <element>
      <JB_job_number>13</JB_job_number>
      <JB_ja_tasks>
        <ulong_sublist>
          <JAT_status>0</JAT_status>
          <JAT_task_number>1</JAT_task_number>
          <JAT_message_list>
            <ulong_sublist>
              <QIM_type>1</QIM_type>
              <QIM_message>11/28/2026 01:48:04 [0:8521]: error: can&apos;t chdir to /tmp/gone: No such file or directory</QIM_message>
            </ulong_sublist>
          </JAT_message_list>
          <JAT_start_time>0</JAT_start_time>
        </ulong_sublist>
      </JB_ja_tasks>
    </element>
`;
const jobMessage = (job: number, code: number, text: string) => `      <SME_message_list>
        <element>
          <MES_job_number_list>
            <ulong_sublist>
              <ULNG_value>${job}</ULNG_value>
            </ulong_sublist>
          </MES_job_number_list>
          <MES_message_number>${code}</MES_message_number>
          <MES_message>${text}</MES_message>
        </element>
      </SME_message_list>
`;
const globalMessages = (...messages: [number, string][]) => `      <SME_global_message_list>
${messages
  .map(
    ([code, text]) => `        <element>
          <MES_message_number>${code}</MES_message_number>
          <MES_message>${text}</MES_message>
        </element>
`,
  )
  .join("")}      </SME_global_message_list>
`;

tables("of reasons tell those of a job, of a task, and of the whole cluster", () => {
  const messages = globalMessages(
    [37, "queue instance &quot;main.q@localhost&quot; dropped because it is full"],
    [28, "All queues dropped because of overload or full"],
  );
  const licence =
    "(-l h_rt=60,hspice=1,mem_free=100M) cannot run globally because it offers only gc:hspice=0.000000";
  const { jobs, faults, general } = readReasons(
    describeReasons(FAULTY_JOB, `${jobMessage(16, 20, licence)}${messages}`),
  );
  assert.is(general, "All queues dropped because of overload or full");
  assert.equal([...jobs], [["16", licence]]);
  assert.equal(
    [...faults],
    [["13.1", "11/28/2026 01:48:04 [0:8521]: error: can't chdir to /tmp/gone: No such file or directory"]],
  );
});
tables("of reasons leave out what the state tells already, and that there are none", () => {
  const off = globalMessages([83, "(Collecting of scheduler job information is turned off)"]);
  const messages = `${jobMessage(10, 33, "Job is in hold state")}${off}`;
  assert.equal(readReasons(describeReasons("", messages)), {
    jobs: new Map(),
    faults: new Map(),
    general: "",
  });
  const unknown = "<?xml version='1.0'?>\n<unknown_jobs >\n    <ST_name>4711</ST_name>\n</unknown_jobs>\n";
  assert.is(readReasons(unknown).general, "");
});

const account = (task: number | string, failed: string, status: string) =>
  `==============================================================
qname        main.q              
hostname     localhost           
jobname      understudy-abc-2    
jobnumber    2                   
taskid       ${task}                   
account      sge                 
qsub_time    Sat Nov 28 01:44:59 2026
slots        1                   
failed       ${failed}
exit_status  ${status}
category     -l h_rt=20
`;
tables("of accounts tell how each task ended the last time", () => {
  const output = [
    account(1, "25  : rescheduling", "137                  (Killed)"),
    account(1, "37  : qmaster enforced h_rt, h_cpu, or h_vmem limit", "137                  (Killed)"),
    account(2, "0    ", "3                   "),
    account(3, "100 : assumedly after job", "137                  (Killed)"),
    account("undefined", "0    ", "0                   "),
  ].join("");
  assert.equal(
    readQacct(output).map(({ name, task, state }) => [
      name,
      task,
      state.kind === "ended" && state.end,
      state.reason,
    ]),
    [
      [
        "understudy-abc-2",
        0,
        "out of time",
        "qmaster enforced h_rt, h_cpu, or h_vmem limit, exit status 137 (Killed)",
      ],
      ["understudy-abc-2", 1, "ended", "exit status 3"],
      ["understudy-abc-2", 2, "ended", "assumedly after job, exit status 137 (Killed)"],
    ],
  );
});

const jobs = suite("a job of Grid Engine", { timeout: 60_000 });
jobs("is described by what people request", async () => {
  const commands: string[] = [];
  const run = (program: string, args: readonly string[]) => {
    commands.push([program, ...args].join(" "));
    return Promise.resolve("2.1-6:1\n");
  };
  const requests = {
    ...{ queue: "long.q", account: "physics", minutes: null, memoryMb: null, pod: null },
    licences: [{ name: "hspice", count: 2 }],
    submitOptions: ["-p", "-100"],
  };
  const job = { name: "a-1", script: "/x/task.sh", folder: "/x", taskCount: 6, memoryMb: 500, minutes: 30 };
  assert.is(await createGridEngine(run, requests).submit(job), "2");
  assert.equal(commands, [
    "qsub -terse -N a-1 -t 1-6 -wd /x -j y -o /dev/null -r y -V -S /bin/sh -q long.q -P physics -l h_rt=1800 -l mem_free=500M -l hspice=2 -p -100 /x/task.sh",
  ]);
});
jobs("that asks for no limits gets the cluster's own", async () => {
  const commands: string[] = [];
  const run = (_program: string, args: readonly string[]) => {
    commands.push(...args);
    return Promise.resolve("2.1-1:1\n");
  };
  const job = {
    name: "a-1",
    script: "/x/task.sh",
    folder: "/x",
    taskCount: 1,
    memoryMb: null,
    minutes: null,
  };
  await createGridEngine(run, NO_REQUESTS).submit(job);
  assert.equal(
    commands.filter((word) => ["-l", "-q", "-P"].includes(word)),
    [],
  );
});
jobs("that a node cannot start is shown as held, with the reason", async () => {
  const cluster = new StandInGridEngine();
  cluster.slots = 0;
  const client = startClusterClient({ cluster, scheduler: "gridengine" });
  await client.resume();
  const [simulation] = client.hand(1);
  await eventually("it waits", () => cluster.pending.length === 1);
  for (const task of cluster.pending) cluster.failToStart(task, "error: can't chdir to /x: No such file");
  await eventually("it is held", () => simulation?.places.at(-1)?.state === "held");
  assert.is(simulation?.places.at(-1)?.reason, "error: can't chdir to /x: No such file");
});
jobs("of too many is submitted once there are fewer", async () => {
  const cluster = new StandInGridEngine();
  cluster.refusal = "job rejected: only 1 jobs are allowed per user (current job count: 1)";
  const client = startClusterClient({ cluster, scheduler: "gridengine" });
  await client.resume();
  client.open();
  const [simulation] = client.hand(1);
  await eventually("it waits", () => simulation?.places.at(-1)?.state === "held");
  assert.match(
    simulation?.places.at(-1)?.reason ?? "",
    /^qsub: Unable to run job: .*current job count: 1\)$/,
  );
  cluster.refusal = null;
  assert.is((await simulation?.report)?.report.type, "result");
});
