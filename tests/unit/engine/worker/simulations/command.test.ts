/** Commands as a worker client runs them: real processes that hang, flood, fork, eat memory or are killed. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cleanEnvironment, markOf } from "@understudy/engine/worker/simulations/environment.ts";
import { LogCapture } from "@understudy/engine/worker/simulations/log-capture.ts";
import {
  type CommandEnd,
  type CommandOrder,
  runCommand,
} from "@understudy/engine/worker/simulations/run-command.ts";
import { assert, eventually, stretched, suite } from "../../../../harness.ts";
import { temporaryFolder } from "../../../../support/cleanup.ts";

const NO_LIMITS = { cpu_seconds: null, memory_mb: null, file_mb: null };
const CLIENT_INSTANCE = `test${process.pid}`;
let runs = 0;

type Ran = { end: CommandEnd; log: LogCapture; directory: string };
type Options = Partial<Pick<CommandOrder, "timeoutMs" | "limits" | "graceMs">> & {
  end?: AbortSignal;
  kill?: AbortSignal;
};

/** Runs a Node script; `sh` is run instead where the script begins with that word. */
async function run(script: string, options: Options = {}): Promise<Ran> {
  const { end = new AbortController().signal, kill = new AbortController().signal, ...order } = options;
  const directory = temporaryFolder("simulation");
  const attempt = `${++runs}.1`;
  const isShell = script.startsWith("sh ");
  const log = new LogCapture();
  const commandOrder: CommandOrder = {
    program: isShell ? "/bin/sh" : process.execPath,
    args: isShell ? ["-c", script.slice(3)] : ["-e", script],
    directory,
    environment: cleanEnvironment({ directory, instance: CLIENT_INSTANCE, attempt, passed: [] }, process.env),
    mark: markOf(CLIENT_INSTANCE, attempt),
    timeoutMs: 30_000,
    limits: NO_LIMITS,
    graceMs: 300,
    ...order,
  };
  return { end: await runCommand(commandOrder, (chunk) => log.write(chunk), { end, kill }), log, directory };
}

function isAlive(pid: number): boolean {
  try {
    // A zombie has ended.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

const command = suite("a command");
command("ends with its exit code, its output in the log", async () => {
  const { end, log } = await run('console.log("out"); console.error("err"); process.exitCode = 3');
  assert.is(end.kind === "exited" && end.code, 3);
  assert.match(log.head().toString(), /out/);
  assert.match(log.head().toString(), /err/);
  assert.ok(end.seconds > 0);
});
command("knows nothing of the user's environment, and everything it needs", async () => {
  process.env.UNDERSTUDY_TEST_SECRET = "very secret";
  const { log, directory } = await run(
    "console.log(JSON.stringify(process.env)); console.log(process.cwd())",
  );
  const [printed = "", folder] = log.head().toString().trim().split("\n");
  const environment: unknown = JSON.parse(printed);
  assert.equal(environment, {
    PATH: process.env.PATH,
    HOME: directory,
    TMPDIR: directory,
    LANG: "C.UTF-8",
    OMP_NUM_THREADS: "1",
    UNDERSTUDY_SIMULATION: `${CLIENT_INSTANCE}.${runs}.1`,
  });
  assert.is(folder, directory);
});
command("gives way to the rest of the machine", async () => {
  const { log } = await run("setTimeout(() => console.log(require('os').getPriority()), 200)");
  assert.ok(Number(log.head().toString()) >= 10);
});
command("that cannot be started says why", async () => {
  const directory = temporaryFolder("simulation");
  const order = {
    program: join(directory, "nothing"),
    args: [],
    directory,
    environment: {},
    mark: markOf(CLIENT_INSTANCE, "0.0"),
    timeoutMs: 1_000,
    limits: NO_LIMITS,
    graceMs: 100,
  };
  const never = new AbortController().signal;
  const end = await runCommand(order, () => {}, { end: never, kill: never });
  assert.match(end.kind === "unstartable" ? end.reason : end.kind, /ENOENT/);
});

const ending = suite("a command that does not end");
ending("is ended after its time, even when it takes no notice of SIGTERM", async () => {
  const { end } = await run("process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)", {
    timeoutMs: 500,
  });
  assert.is(end.kind, "timeout");
});
ending("is ended with all of its children, in its group or out of it", async () => {
  const script = `
    const { spawn } = require("node:child_process");
    const sleeper = (detached) => spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { detached, stdio: "inherit" }).pid;
    console.log(sleeper(false), sleeper(true));
    setInterval(() => {}, 1000);
  `;
  const { end, log } = await run(script, { timeoutMs: stretched(3_000) });
  assert.is(end.kind, "timeout");
  const pids = log.head().toString().trim().split(" ").map(Number);
  assert.is(pids.length, 2);
  for (const pid of pids) await eventually("it has ended", () => !isAlive(pid));
});
ending("is ended when nobody wants it any more", async () => {
  const control = new AbortController();
  const running = run("setInterval(() => {}, 1000)", { end: control.signal });
  setTimeout(() => control.abort(), 300);
  assert.is((await running).end.kind, "aborted");
});
ending("is killed at once when everything has to end", async () => {
  const control = new AbortController();
  const stubborn = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";
  const running = run(stubborn, { kill: control.signal, graceMs: 60_000 });
  setTimeout(() => control.abort(), 500);
  assert.is((await running).end.kind, "aborted");
});

const leaving = suite("a command that leaves something behind");
leaving("is over when it exits, although a daemon holds its output, and the daemon is found", async () => {
  // It exits once its daemon runs: a process shows no environment while it begins another program.
  const daemonRuns = "until [ -s daemon ]; do sleep 0.01; done";
  const script = `sh setsid sh -c 'echo $$ > daemon; sleep 300; :' & ${daemonRuns}; (trap '' TERM; sleep 300) & echo done`;
  const { end, log, directory } = await run(script);
  assert.is(end.kind === "exited" && end.code, 0);
  assert.match(log.head().toString(), /done/);
  assert.ok(end.seconds < 20);
  const daemon = Number(readFileSync(join(directory, "daemon"), "utf8"));
  await eventually("the daemon has ended", () => !isAlive(daemon));
});

const limited = suite("a command beyond its limits");
limited("of memory is ended", async () => {
  const script = "const all = []; setInterval(() => all.push(Buffer.alloc(20e6, 1)), 5)";
  const { end } = await run(script, { limits: { ...NO_LIMITS, memory_mb: 300 } });
  assert.is(end.kind, "memory");
});
limited("of processor time is ended", async () => {
  const { end } = await run("for (;;) {}", { limits: { ...NO_LIMITS, cpu_seconds: 1 } });
  assert.ok(end.kind === "cpu" || (end.kind === "signalled" && end.signal === "SIGXCPU"), end.kind);
});
limited("of a file's size is ended", async () => {
  const script = "sh while :; do cat /dev/zero | head -c 1000000 >> big || exit 9; done";
  const { end, directory } = await run(script, { limits: { ...NO_LIMITS, file_mb: 3 } });
  assert.not.equal(end, { kind: "exited", code: 0, seconds: end.seconds });
  assert.ok(readFileSync(join(directory, "big")).length <= 3 * 1024 ** 2);
});
limited("gets its arguments as they are, whatever they hold", async () => {
  const directory = temporaryFolder("simulation");
  const never = new AbortController().signal;
  const log = new LogCapture();
  const args = [
    "-e",
    "console.log(JSON.stringify(process.argv.slice(1)))",
    "$HOME `id`",
    "; touch bad",
    "a 'b\"",
    "",
  ];
  const order = {
    program: process.execPath,
    args,
    directory,
    environment: { PATH: "/usr/bin:/bin" },
    mark: markOf(CLIENT_INSTANCE, "0.1"),
    timeoutMs: 20_000,
    limits: { cpu_seconds: 60, memory_mb: 4_000, file_mb: 100 },
    graceMs: 100,
  };
  await runCommand(order, (chunk) => log.write(chunk), { end: never, kill: never });
  assert.equal(JSON.parse(log.head().toString()), args.slice(2));
  assert.not.ok(existsSync(join(directory, "bad")));
});

const flood = suite("300 MB of output");
flood("pass by with a megabyte kept of each end", async () => {
  const script = "sh echo first; head -c 300000000 /dev/zero | tr '\\0' 'x'; echo; echo last";
  const before = process.memoryUsage().rss;
  const { end, log } = await run(script, { timeoutMs: 120_000 });
  assert.is(end.kind, "exited");
  assert.is(log.head().length, 1024 ** 2);
  assert.match(log.head().toString().slice(0, 10), /^first/);
  const keptLog = log.end();
  assert.ok(keptLog !== null && keptLog.length < 1024 ** 2 + 200);
  assert.match(String(keptLog), /^\[297,9\d\d,\d\d\d bytes are left out here\]\nx/);
  assert.match(log.tail(), /x\nlast\n$/);
  assert.is(log.tail().length, 4_096);
  assert.ok(process.memoryUsage().rss - before < 250e6, "they are not held in memory");
});

const capture = suite("the log of a command");
capture("keeps everything up to the size of its head, byte by byte", () => {
  const log = new LogCapture(10);
  for (const text of ["abc", "defg", "hij"]) log.write(Buffer.from(text));
  assert.is(log.head().toString(), "abcdefghij");
  assert.is(log.end(), null);
  log.write(Buffer.from("k"));
  assert.is(String(log.end()), "k");
});
capture("says how much is missing between its head and its end", () => {
  const log = new LogCapture(4);
  for (const letter of "abcdefghijklmnop") log.write(Buffer.from(letter));
  assert.is(log.head().toString(), "abcd");
  assert.is(String(log.end()), "[8 bytes are left out here]\nmnop");
});
capture("does not grow with many small pieces", () => {
  const log = new LogCapture(1_000);
  for (let i = 0; i < 100_000; i++) log.write(Buffer.from("0123456789"));
  assert.is(log.end()?.subarray(-1_000).toString(), "0123456789".repeat(100));
});
