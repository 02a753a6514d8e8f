/** The watches of a browser tab on its subjects, by a clock that the test moves and a server that it speaks for. */
import { Watches } from "@understudy/client/data/socket/watches.ts";
import type { Subject, WatchAnswer } from "@understudy/shared/live/live.ts";
import { assert, suite } from "../../../../harness.ts";

const ALL_JOBS: Subject = { kind: "jobs" };
const JOB_7: Subject = { kind: "job", job_id: 7 };
const CONFIRMED_ANSWER: WatchAnswer = { ok: true, retry: false };

function tab() {
  let time = 0;
  const alarms = new Set<{ at: number; call: () => void }>();
  const requests: { subject: Subject; answer: PromiseWithResolvers<WatchAnswer> }[] = [];
  const released: Subject[] = [];
  const watches = new Watches({
    ask: (subject) => {
      const answer = Promise.withResolvers<WatchAnswer>();
      requests.push({ subject, answer });
      return answer.promise;
    },
    release: (subject) => void released.push(subject),
    changed: () => {},
    clock: {
      now: () => time,
      after: (wait, call) => {
        const alarm = { at: time + wait, call };
        alarms.add(alarm);
        return () => alarms.delete(alarm);
      },
    },
  });
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return Object.assign(watches, {
    requests,
    released,
    pass: async (milliseconds: number) => {
      time += milliseconds;
      for (const alarm of alarms) if (alarm.at <= time && alarms.delete(alarm)) alarm.call();
      await settled();
    },
    /** The server's answer to the last question; null: none comes in time. */
    answer: async (outcome: WatchAnswer | null) => {
      const { answer } = requests.at(-1) ?? {};
      if (outcome === null) answer?.reject(new Error("operation has timed out"));
      else answer?.resolve(outcome);
      await settled();
    },
  });
}

const watching = suite("a watch");
watching("is live once the server has confirmed it, and what was missed is read", async () => {
  const watches = tab();
  let reads = 0;
  watches.follow(ALL_JOBS, () => reads++);
  assert.is(watches.requests.length, 0);
  watches.connected(false);
  assert.equal(
    watches.requests.map(({ subject }) => subject),
    [ALL_JOBS],
  );
  assert.is(reads, 0);
  await watches.answer(CONFIRMED_ANSWER);
  assert.is(reads, 1);
  assert.ok(watches.isLive());
});
watching("that is not answered in time is asked for again, until it is", async () => {
  const watches = tab();
  let reads = 0;
  watches.follow(JOB_7, () => reads++);
  watches.connected(false);
  for (let tries = 1; tries <= 8; tries++) {
    assert.is(watches.requests.length, tries);
    await watches.answer(null);
    assert.not.ok(watches.isLive());
    await watches.pass(10_000);
  }
  await watches.answer(CONFIRMED_ANSWER);
  assert.is(reads, 1);
  assert.ok(watches.isLive());
  await watches.pass(60_000);
  assert.is(watches.requests.length, 9);
});
watching("waits longer between its tries, so that a busy server is not asked more and more", async () => {
  const watches = tab();
  watches.follow(JOB_7, () => {});
  watches.connected(false);
  await watches.answer(null);
  await watches.pass(499);
  assert.is(watches.requests.length, 1);
  await watches.pass(1);
  assert.is(watches.requests.length, 2);
  await watches.answer(null);
  await watches.pass(999);
  assert.is(watches.requests.length, 2);
  await watches.pass(1);
  assert.is(watches.requests.length, 3);
});
watching("that the server was too busy for is asked for again", async () => {
  const watches = tab();
  watches.follow(JOB_7, () => {});
  watches.connected(false);
  await watches.answer({ ok: false, retry: true });
  await watches.pass(500);
  assert.is(watches.requests.length, 2);
});
watching("that is not allowed is not asked for again, and nobody polls for it", async () => {
  const watches = tab();
  watches.follow(JOB_7, () => {});
  watches.connected(false);
  await watches.answer({ ok: false, retry: false });
  await watches.pass(60_000);
  assert.is(watches.requests.length, 1);
  assert.ok(watches.isLive());
});
watching("has a second to be answered before its page polls", async () => {
  const watches = tab();
  watches.connected(false);
  watches.follow(JOB_7, () => {});
  assert.ok(watches.isLive());
  await watches.pass(1_000);
  assert.not.ok(watches.isLive());
  await watches.answer(CONFIRMED_ANSWER);
  assert.ok(watches.isLive());
});
watching("is not live after a lost connection until it is confirmed on the new one", async () => {
  const watches = tab();
  let reads = 0;
  watches.follow(JOB_7, () => reads++);
  watches.connected(false);
  await watches.answer(CONFIRMED_ANSWER);
  const late = watches.requests.length;
  watches.disconnected();
  assert.not.ok(watches.isLive());
  watches.connected(true);
  assert.not.ok(watches.isLive());
  assert.is(watches.requests.length, late + 1);
  await watches.answer(CONFIRMED_ANSWER);
  assert.ok(watches.isLive());
  assert.is(reads, 2);
});
watching("ignores an answer that belongs to a connection before", async () => {
  const watches = tab();
  watches.follow(JOB_7, () => {});
  watches.connected(false);
  const [first] = watches.requests;
  watches.disconnected();
  watches.connected(true);
  first?.answer.resolve(CONFIRMED_ANSWER);
  await watches.pass(0);
  assert.not.ok(watches.isLive());
});
watching("that nobody follows any more ends, and is not asked for again", async () => {
  const watches = tab();
  const end = watches.follow(JOB_7, () => {});
  watches.connected(false);
  await watches.answer(null);
  end();
  assert.ok(watches.isLive());
  assert.equal(watches.released, [JOB_7]);
  await watches.pass(60_000);
  assert.is(watches.requests.length, 1);
});
