import { type PoolOptions, ThreadPool } from "@understudy/engine/threads/thread-pool.ts";
import { assert, rejects, suite } from "../../../harness.ts";
import { atEnd } from "../../../support/cleanup.ts";
import type { Task } from "../../../support/threads/program.ts";

const it = suite("a pool of threads");

const THREAD_PROGRAM = new URL("../../../support/threads/program.ts", import.meta.url);
const AMPLE_LIMITS = { deadlineMs: 60_000 };

function openPool(options: Partial<PoolOptions<Task>> = {}): ThreadPool<Task> {
  const pool = new ThreadPool<Task>({
    ...{ program: THREAD_PROGRAM, threads: 1, idleMs: 60_000, maxWaitMs: 60_000 },
    ...options,
  });
  atEnd("a pool of threads", () => pool.close());
  return pool;
}

it("uses an idle thread again, or a new one for each task where none may be idle", async () => {
  const pool = openPool();
  const first = await pool.run<number>("answer", AMPLE_LIMITS);
  assert.is(await pool.run<number>("answer", AMPLE_LIMITS), first);
  const fresh = openPool({ idleMs: 0 });
  const ids = await Promise.all([1, 2].map(() => fresh.run<number>("answer", AMPLE_LIMITS)));
  assert.is(new Set(ids).size, 2);
});

it("does as many tasks at a time as it has threads, and only those that may begin", async () => {
  const pool = openPool({
    threads: 2,
    mayBegin: (task, running) => task !== "hang" || !running.includes("hang"),
  });
  const departures = [new AbortController(), new AbortController()];
  const left = departures.map(({ signal }) =>
    rejects(pool.run("hang", { ...AMPLE_LIMITS, signal }), /has left/),
  );
  // The second thread is free for it, although the second task that hangs came before it.
  await pool.run("answer", AMPLE_LIMITS);
  assert.equal(pool.waiting, ["hang"]);
  for (const departure of departures) departure.abort(new Error("The person has left."));
  await Promise.all(left);
  assert.equal(pool.waiting, []);
});

it("goes on with the next task on a new thread after one has ended", async () => {
  const pool = openPool();
  const first = await pool.run<number>("answer", AMPLE_LIMITS);
  const late = rejects(pool.run("hang", { deadlineMs: 1 }), /The thread ended: late/);
  const next = pool.run<number>("answer", AMPLE_LIMITS);
  await late;
  assert.not.equal(await next, first);
});

it("takes a task out of the queue when nobody needs its answer any more", async () => {
  const pool = openPool();
  const [first, second] = [new AbortController(), new AbortController()];
  const running = rejects(pool.run("hang", { ...AMPLE_LIMITS, signal: first.signal }), /first has left/);
  const work = rejects(pool.run("answer", { ...AMPLE_LIMITS, signal: second.signal }), /second has left/);
  second.abort(new Error("The second has left."));
  await work;
  assert.equal(pool.waiting, []);
  first.abort(new Error("The first has left."));
  await running;
});

it("rejects a task for which no thread becomes free in time", async () => {
  const pool = openPool({ maxWaitMs: 20 });
  const departure = new AbortController();
  const running = rejects(pool.run("hang", { ...AMPLE_LIMITS, signal: departure.signal }), /has left/);
  await rejects(pool.run("answer", AMPLE_LIMITS), /No thread became free in time/);
  assert.equal(pool.waiting, []);
  departure.abort(new Error("The person has left."));
  await running;
});

it("lets a task that has begun take longer than it might have waited", async () => {
  // No thread starts within a millisecond.
  assert.type(await openPool({ maxWaitMs: 1 }).run<number>("answer", AMPLE_LIMITS), "number");
});

it("rejects whatever is not done when it closes, and what comes later", async () => {
  const pool = openPool();
  const works = [1, 2].map(() => rejects(pool.run("hang", AMPLE_LIMITS), /closed/));
  await pool.close();
  await Promise.all(works);
  await rejects(pool.run("answer", AMPLE_LIMITS), /closed/);
});
