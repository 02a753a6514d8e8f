/** The worker client's parts that need no platform. */
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { simulationsPerTask, splitEvenly } from "@understudy/engine/worker/clusters/gathering.ts";
import { createDisplay, describeTally, type Tally } from "@understudy/engine/worker/command-line/display.ts";
import { readOptions } from "@understudy/engine/worker/command-line/options.ts";
import { backoffMs } from "@understudy/engine/worker/connection/connection.ts";
import {
  BUSY,
  type Phase,
  RENEWED,
  TRANSITIONS,
  UNACKNOWLEDGED,
  type WorkEvent,
} from "@understudy/engine/worker/leases/states.ts";
import { findProgram } from "@understudy/engine/worker/simulations/tools.ts";
import { createWeightedSemaphore } from "@understudy/engine/worker/support/weighted-semaphore.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const CLIENT_ENVIRONMENT = { UNDERSTUDY_SERVER: "https://us.example/", UNDERSTUDY_KEY: "us_1_0_key" };
const noFile = (): string => {
  throw new Error("no such file");
};

const options = suite("the options of a worker client");
options("come from the command line, then the environment, then the config file", () => {
  const file = JSON.stringify({
    name: "from the file",
    role: "Training",
    concurrency: 3,
    tools: { a: "/x/a" },
  });
  const read = readOptions(
    ["--name", "from the line", "--config", "worker.json"],
    { ...CLIENT_ENVIRONMENT, UNDERSTUDY_ROLE: "All" },
    () => file,
  );
  if (!("options" in read)) throw new Error(JSON.stringify(read));
  const { server, key, name, role, concurrency, tools, folder } = read.options;
  assert.equal([server, key], ["https://us.example", "us_1_0_key"]);
  assert.equal([name, role, concurrency, tools], ["from the line", "All", 3, { a: "/x/a" }]);
  assert.match(folder, /\.understudy-worker\/us\.example-from-the-line-[0-9a-f]{8}$/);
});
options("are refused with everything that is wrong at once, and never with the key", () => {
  const args = [
    "--server",
    "ftp://x",
    "--role",
    "None",
    "--concurrency",
    "0",
    "--tool",
    "x",
    "--name",
    "a/b",
    "--pass",
    "A-B",
  ];
  const read = readOptions(args, { UNDERSTUDY_KEY: "very secret" }, noFile);
  if (!("problems" in read)) throw new Error("no problems");
  assert.is(read.problems.length, 6);
  for (const name of ["server", "role", "concurrency", "tool", "name", "pass"]) {
    assert.ok(
      read.problems.some((problem) => problem.startsWith(`--${name} `)),
      name,
    );
  }
  assert.not.match(read.problems.join(), /very secret/);
});
options("of which a required one is missing say where to find it", () => {
  const read = readOptions([], {}, noFile);
  assert.match(
    "problems" in read ? read.problems.join("\n") : "",
    /--server is required.*\n--key is required.*Add Resource/,
  );
});

options("let trainings use the GPU unless it is switched off", () => {
  const read = (args: readonly string[], env: NodeJS.ProcessEnv = {}) =>
    readOptions(args, { ...CLIENT_ENVIRONMENT, ...env }, noFile);
  const uses = [read([]), read([], { UNDERSTUDY_GPU: "off" }), read(["--gpu", "off"])].map((result) =>
    "options" in result ? result.options.gpu : null,
  );
  assert.equal(uses, ["auto", "off", "off"]);
  assert.equal(read(["--gpu", "maybe"]), { problems: ["--gpu must be auto or off."] });
});

options("of a cluster are read, and hand over more simulations than this machine has cores", () => {
  const args = ["--executor", "slurm", "--queue", "long", "--licence", "hspice:2", "--licence", "ads"];
  const read = readOptions(
    [...args, "--submit-option=--qos=low"],
    { ...CLIENT_ENVIRONMENT, UNDERSTUDY_TIME: "30" },
    noFile,
  );
  if (!("options" in read)) throw new Error(JSON.stringify(read));
  const { role, concurrency, cluster } = read.options;
  assert.equal([role, concurrency, cluster?.perTask, cluster?.pollSeconds], ["Simulations", 100, null, 10]);
  const licences = [
    { name: "hspice", count: 2 },
    { name: "ads", count: 1 },
  ];
  const requests = { queue: "long", account: null, minutes: 30, memoryMb: null, licences, pod: null };
  assert.equal(cluster?.requests, { ...requests, submitOptions: ["--qos=low"] });
});
options("of a scheduler stand in the environment on a line each, as they may contain commas", () => {
  const env = { ...CLIENT_ENVIRONMENT, UNDERSTUDY_SUBMIT_OPTION: "--gres=gpu:1,shard:2\n--qos=low\n" };
  const read = readOptions(["--executor", "slurm"], env, noFile);
  if (!("options" in read)) throw new Error(JSON.stringify(read));
  assert.equal(read.options.cluster?.requests.submitOptions, ["--gres=gpu:1,shard:2", "--qos=low"]);
});
options("of a cluster are refused on one machine, and those that no scheduler takes everywhere", () => {
  const problems = (...args: string[]) => {
    const read = readOptions(args, CLIENT_ENVIRONMENT, noFile);
    return "problems" in read ? read.problems : [];
  };
  assert.equal(problems("--queue", "long", "--per-task", "4"), [
    "--queue needs a cluster: add --executor slurm, gridengine, lsf or kubernetes.",
    "--per-task needs a cluster: add --executor slurm, gridengine, lsf or kubernetes.",
  ]);
  assert.match(
    problems("--executor", "cron").join(),
    /^--executor must be one of local, slurm, gridengine, lsf, kubernetes\.$/,
  );
  const wrong = ["--licence", "a b", "--time", "0", "--queue", "a;b", "--memory", "much"];
  assert.is(problems("--executor", "slurm", ...wrong).length, 4);
});

options("of Kubernetes name the image and the volume of its tasks, and no others need them", () => {
  const read = (...args: string[]) => readOptions(args, CLIENT_ENVIRONMENT, noFile);
  const image = ["--image", "debian:12", "--volume-claim", "shared:/home/ada"];
  const complete = read("--executor", "kubernetes", ...image);
  if (!("options" in complete)) throw new Error(JSON.stringify(complete));
  const pod = { image: "debian:12", claim: "shared", mountPath: "/home/ada" };
  assert.equal(complete.options.cluster?.requests.pod, pod);
  const refused: [string[], string[]][] = [
    [
      ["--executor", "kubernetes", "--submit-option=-x"],
      [
        "--image is required with --executor kubernetes.",
        "--volume-claim is required with --executor kubernetes.",
        "--submit-option needs a submit command, which Kubernetes does not have.",
      ],
    ],
    [
      ["--executor", "lsf", ...image],
      ["--image needs --executor kubernetes.", "--volume-claim needs --executor kubernetes."],
    ],
    [
      ["--executor", "kubernetes", "--image", "debian:12", "--volume-claim", "shared"],
      ["--volume-claim must read CLAIM:/PATH, as --volume-claim shared:/home."],
    ],
  ];
  for (const [args, problems] of refused) assert.equal(read(...args), { problems });
});

const tasks = suite("the tasks of a cluster");
tasks("hold as many short simulations as take a minute, and leave work for eight of them", () => {
  const task = { perTask: null, concurrency: 80 };
  const sizes = [null, 0.01, 12, 30, 600].map((seconds) => simulationsPerTask({ ...task, seconds }));
  assert.equal(sizes, [1, 10, 5, 2, 1]);
  assert.is(simulationsPerTask({ perTask: 3, seconds: 600, concurrency: 80 }), 3);
});
tasks("hold every simulation once, in order, none more than one beyond another", () => {
  for (const [count, size] of [
    [10, 4],
    [1, 100],
    [99, 7],
    [0, 3],
  ] as const) {
    const items = Array.from({ length: count }, (_, index) => index);
    const groups = splitEvenly(items, size);
    assert.equal(groups.flat(), items);
    const lengths = groups.map(({ length }) => length);
    assert.ok(lengths.every((length) => length <= size && length >= Math.max(...lengths) - 1));
  }
});

const states = suite("the states of a simulation on its server");
const WORK_PHASES: Phase[] = [
  "preparing",
  "running",
  "reporting",
  "dropping",
  "returning",
  "returned",
  "gone",
];
const WORK_EVENTS: WorkEvent[] = ["started", "completed", "acknowledged", "revoked", "given-back", "aborted"];
states("know every event, and nothing comes back from being gone", () => {
  for (const phase of WORK_PHASES)
    for (const event of WORK_EVENTS) assert.ok(WORK_PHASES.includes(TRANSITIONS[phase][event]));
  for (const event of WORK_EVENTS) assert.is(TRANSITIONS.gone[event], "gone");
});
states("let a report go only once it is acknowledged", () => {
  for (const event of WORK_EVENTS)
    if (event !== "acknowledged") assert.is(TRANSITIONS.reporting[event], "reporting");
  assert.is(TRANSITIONS.reporting.acknowledged, "gone");
});
states("end whatever was aborted, unless it has completed meanwhile", () => {
  for (const phase of ["dropping", "returning"] as const)
    assert.is(TRANSITIONS[phase].completed, "reporting");
  assert.is(TRANSITIONS.dropping.aborted, "gone");
  assert.is(TRANSITIONS.returning.aborted, "returned");
  for (const phase of WORK_PHASES) {
    assert.is(BUSY.includes(phase), phase !== "gone" && !UNACKNOWLEDGED.includes(phase), phase);
    assert.ok(!RENEWED.includes(phase) || phase === "reporting" || BUSY.includes(phase));
  }
});

const backoff = suite("the wait before the next attempt to connect");
backoff("lies anywhere in a window that doubles from 1 s to 64 s", () => {
  const windows = Array.from({ length: 10 }, (_, failures) => backoffMs(failures + 1, 1));
  assert.equal(windows, [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 64_000, 64_000, 64_000]);
  assert.is(backoffMs(5, 0), 0);
  assert.is(backoffMs(3, 0.25), 1_000);
});

const semaphore = suite("a weighted semaphore");
semaphore("runs what there is room for, in order, and large things alone", async () => {
  const { run } = createWeightedSemaphore(4);
  const log: string[] = [];
  const held = new Map<string, () => void>();
  const work = (name: string, weight: number) =>
    run(weight, () => {
      log.push(name);
      return new Promise<void>((resolve) => held.set(name, resolve));
    });
  const all = [work("a", 2), work("b", 2), work("huge", 99), work("c", 1)];
  await eventually("two are in", () => log.length === 2);
  held.get("a")?.();
  held.get("b")?.();
  await eventually("the huge one is in", () => log.length === 3);
  assert.equal(log, ["a", "b", "huge"]);
  held.get("huge")?.();
  await eventually("the last is in", () => log.length === 4);
  held.get("c")?.();
  await Promise.all(all);
});

const tools = suite("a program that a spec names");
tools("is looked for in the map of tools, on PATH, and among the spec's files", () => {
  const [folder, other] = [temporaryFolder("tools"), temporaryFolder("tools")];
  for (const file of [join(folder, "solver"), join(other, "solver"), join(folder, "mine")]) {
    writeFileSync(file, "");
    chmodSync(file, 0o700);
  }
  writeFileSync(join(folder, "text"), "");
  const searchPaths = { map: { solve: join(other, "solver") }, path: `:${folder}:${other}`, endings: [""] };
  assert.is(findProgram("solver", searchPaths, null), join(folder, "solver"));
  assert.is(findProgram("solve", searchPaths, null), join(other, "solver"));
  assert.is(findProgram("text", searchPaths, null), null, "it cannot be executed");
  assert.is(findProgram("./mine", searchPaths, folder), join(folder, "mine"));
  assert.is(findProgram("./mine", searchPaths, null), null);
  assert.is(findProgram("constructor", searchPaths, null), null);
});

const CONNECTED_TALLY: Tally = {
  state: "connected",
  running: 2,
  training: 0,
  allowed: 4,
  done: 128,
  failed: 2,
  unsent: 0,
  seconds: 3.25,
};
const display = suite("the terminal of a worker client");
display("shows events as lines and keeps one line up to date below them", async () => {
  let shown = "";
  const terminalDisplay = createDisplay({
    write: (text) => (shown += text),
    columns: () => 80,
    time: () => new Date(0),
  });
  terminalDisplay.tally(CONNECTED_TALLY);
  await eventually("the tally", () => shown.includes(describeTally(CONNECTED_TALLY)));
  terminalDisplay.line("Connected.", "good");
  terminalDisplay.close();
  assert.match(shown, /connected · running 2 of 4 · 128 done · 2 failed · 3\.25 s each/);
  assert.match(shown, /Connected\./);
});
display("writes plain lines where there is none", () => {
  let shown = "";
  const plainDisplay = createDisplay({
    write: (text) => (shown += text),
    columns: () => null,
    time: () => new Date(0),
  });
  plainDisplay.tally(CONNECTED_TALLY);
  plainDisplay.line("Connected.", "good");
  plainDisplay.close();
  assert.is(
    shown,
    `1970-01-01T00:00:00.000Z Connected.\n1970-01-01T00:00:00.000Z ${describeTally(CONNECTED_TALLY)}\n`,
  );
});
