import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { neededEnvironment } from "@understudy/engine/processes/environment.ts";
import { TaskThread, ThreadEnded } from "@understudy/engine/threads/task-thread.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { atEnd } from "../../../support/cleanup.ts";
import type { Task } from "../../../support/threads/program.ts";

/** Both hosts keep the same laws. */
const TASK_HOSTS = ["thread", "process"] as const;
type Host = (typeof TASK_HOSTS)[number];

const THREAD_PROGRAM = new URL("../../../support/threads/program.ts", import.meta.url);
const AMPLE_LIMITS = { deadlineMs: 60_000 };

function startThread(host: Host, memoryMb = 64) {
  const ends: string[] = [];
  const options =
    host === "thread"
      ? { program: THREAD_PROGRAM, memoryMb }
      : { program: THREAD_PROGRAM, environment: neededEnvironment(process.env) };
  const thread = new TaskThread<Task>(options, ({ reason }) => ends.push(reason));
  atEnd("a thread", () => thread.end());
  return { thread, ends };
}

const rejectsWith = async (work: Promise<unknown>, reason: ThreadEnded["reason"]) => {
  const error = await rejects(work, /The thread ended/);
  assert.is(error instanceof ThreadEnded && error.reason, reason);
  return error;
};

const CAUSE_BY_HOST = { thread: /The task failed/, process: /exit status 1/ };

for (const host of TASK_HOSTS) {
  const it = suite(`a ${host} with tasks`);

  it("answers task after task, and passes their progress on", async () => {
    const { thread, ends } = startThread(host);
    const first = await thread.run<number>("answer", AMPLE_LIMITS);
    const reports: string[] = [];
    const onProgress = (text: string) => reports.push(text);
    assert.is(await thread.run<number, string>("report", { ...AMPLE_LIMITS, onProgress }), first);
    assert.equal(reports, ["begun", "nearly done"]);
    assert.equal(ends, []);
  });

  it("ends when a task passes its deadline, and rejects what waits behind it", async () => {
    const { thread, ends } = startThread(host);
    const works = [thread.run("hang", { deadlineMs: 1 }), thread.run("answer", AMPLE_LIMITS)];
    await Promise.all(works.map((work) => rejectsWith(work, "late")));
    assert.equal(ends, ["late"]);
    await rejectsWith(thread.run("answer", AMPLE_LIMITS), "late");
  });

  it("rejects a task that cannot be cloned at once, and goes on with the others", async () => {
    const { thread, ends } = startThread(host);
    // With a deadline that has passed as soon as the thread has started, it would end if it waited for an answer.
    await rejects(
      thread.run(() => undefined, { deadlineMs: 1 }),
      /could not be cloned/,
    );
    const first = await thread.run<number>("answer", AMPLE_LIMITS);
    assert.is(await thread.run<number>("answer", AMPLE_LIMITS), first);
    assert.equal(ends, []);
  });

  it("ends when nobody needs the answer of a task any more", async () => {
    const { thread, ends } = startThread(host);
    const departure = new AbortController();
    const work = rejects(thread.run("hang", { ...AMPLE_LIMITS, signal: departure.signal }), /has left/);
    const behind = rejectsWith(thread.run("answer", AMPLE_LIMITS), "closed");
    departure.abort(new Error("The person has left."));
    await Promise.all([work, behind]);
    assert.equal(ends, ["closed"]);
  });

  it("ends with what a task throws as the cause", async () => {
    const { thread, ends } = startThread(host);
    const error = await rejectsWith(thread.run("throw", AMPLE_LIMITS), "failed");
    assert.match(String(error instanceof Error && error.cause), CAUSE_BY_HOST[host]);
    assert.equal(ends, ["failed"]);
  });

  it("rejects its tasks when it is ended", async () => {
    const { thread } = startThread(host);
    const work = rejectsWith(thread.run("hang", AMPLE_LIMITS), "closed");
    await thread.end();
    await work;
  });
}

const it = suite("the memory of a thread");

it("is limited, and its end names it", async () => {
  const { thread, ends } = startThread("thread", 16);
  await rejectsWith(thread.run("fill the memory", AMPLE_LIMITS), "memory");
  assert.equal(ends, ["memory"]);
});

const crash = suite("a fault of native code");

crash("ends the process of the task alone, and its signal is the cause", async () => {
  const { thread } = startThread("process");
  const error = await rejectsWith(thread.run("crash", AMPLE_LIMITS), "failed");
  assert.match(String(error instanceof Error && error.cause), /SIGSEGV/);
});

const parent = suite("a process with tasks", { timeout: 60_000 });

function forkProgram() {
  const child = fork(fileURLToPath(THREAD_PROGRAM), []);
  atEnd("a process", () => child.kill("SIGKILL"));
  return child;
}

parent("ends when its parent is gone, although something else keeps it alive", async () => {
  const child = forkProgram();
  await once(child, "message");
  child.send({ id: 1, task: "stay" });
  await once(child, "message");
  child.disconnect();
  assert.equal(await once(child, "exit"), [null, "SIGKILL"]);
});

parent("goes on when Ctrl-C reaches all processes of the terminal", async () => {
  const child = forkProgram();
  await once(child, "message");
  child.kill("SIGINT");
  child.send({ id: 1, task: "answer" });
  assert.equal(await once(child, "message"), [{ kind: "answer", id: 1, answer: 0 }, undefined]);
});
