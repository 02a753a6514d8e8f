/** What a browser tab does to watch its subjects, by a clock that the test moves and a server that it speaks for. */
import { Watches } from "@understudy/client/live/watches.ts";
import type { Subject, WatchAnswer } from "@understudy/shared/live.ts";
import { assert, suite } from "../../../harness.ts";

const JOBS: Subject = { kind: "jobs" };
const JOB: Subject = { kind: "job", job_id: 7 };
const YES: WatchAnswer = { ok: true, retry: false };

function tab() {
  let time = 0;
  const alarms = new Set<{ at: number; call: () => void }>();
  const asked: { subject: Subject; answer: PromiseWithResolvers<WatchAnswer> }[] = [];
  const released: Subject[] = [];
  const watches = new Watches({
    ask: (subject) => {
      const answer = Promise.withResolvers<WatchAnswer>();
      asked.push({ subject, answer });
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
    asked,
    released,
    pass: async (milliseconds: number) => {
      time += milliseconds;
      for (const alarm of alarms) if (alarm.at <= time && alarms.delete(alarm)) alarm.call();
      await settled();
    },
    /** The server's answer to the last question; null: none comes in time. */
    answer: async (given: WatchAnswer | null) => {
      const { answer } = asked.at(-1) ?? {};
      if (given === null) answer?.reject(new Error("operation has timed out"));
      else answer?.resolve(given);
      await settled();
    },
  });
}

const watching = suite("a watch");
watching("is live once the server has confirmed it, and what was missed is read", async () => {
  const own = tab();
  let reads = 0;
  own.follow(JOBS, () => reads++);
  assert.is(own.asked.length, 0);
  own.connected(false);
  assert.equal(
    own.asked.map(({ subject }) => subject),
    [JOBS],
  );
  assert.is(reads, 0);
  await own.answer(YES);
  assert.is(reads, 1);
  assert.ok(own.isLive());
});
watching("that is not answered in time is asked for again, until it is", async () => {
  const own = tab();
  let reads = 0;
  own.follow(JOB, () => reads++);
  own.connected(false);
  for (let tries = 1; tries <= 8; tries++) {
    assert.is(own.asked.length, tries);
    await own.answer(null);
    assert.not.ok(own.isLive());
    await own.pass(10_000);
  }
  await own.answer(YES);
  assert.is(reads, 1);
  assert.ok(own.isLive());
  await own.pass(60_000);
  assert.is(own.asked.length, 9);
});
watching("waits longer between its tries, so that a busy server is not asked more and more", async () => {
  const own = tab();
  own.follow(JOB, () => {});
  own.connected(false);
  await own.answer(null);
  await own.pass(499);
  assert.is(own.asked.length, 1);
  await own.pass(1);
  assert.is(own.asked.length, 2);
  await own.answer(null);
  await own.pass(999);
  assert.is(own.asked.length, 2);
  await own.pass(1);
  assert.is(own.asked.length, 3);
});
watching("that the server was too busy for is asked for again", async () => {
  const own = tab();
  own.follow(JOB, () => {});
  own.connected(false);
  await own.answer({ ok: false, retry: true });
  await own.pass(500);
  assert.is(own.asked.length, 2);
});
watching("that is not allowed is not asked for again, and nobody polls for it", async () => {
  const own = tab();
  own.follow(JOB, () => {});
  own.connected(false);
  await own.answer({ ok: false, retry: false });
  await own.pass(60_000);
  assert.is(own.asked.length, 1);
  assert.ok(own.isLive());
});
watching("has a second to be answered before its page polls", async () => {
  const own = tab();
  own.connected(false);
  own.follow(JOB, () => {});
  assert.ok(own.isLive());
  await own.pass(1_000);
  assert.not.ok(own.isLive());
  await own.answer(YES);
  assert.ok(own.isLive());
});
watching("is not live after a lost connection until it is confirmed on the new one", async () => {
  const own = tab();
  let reads = 0;
  own.follow(JOB, () => reads++);
  own.connected(false);
  await own.answer(YES);
  const late = own.asked.length;
  own.disconnected();
  assert.not.ok(own.isLive());
  own.connected(true);
  assert.not.ok(own.isLive());
  assert.is(own.asked.length, late + 1);
  await own.answer(YES);
  assert.ok(own.isLive());
  assert.is(reads, 2);
});
watching("ignores an answer that belongs to a connection before", async () => {
  const own = tab();
  own.follow(JOB, () => {});
  own.connected(false);
  const [first] = own.asked;
  own.disconnected();
  own.connected(true);
  first?.answer.resolve(YES);
  await own.pass(0);
  assert.not.ok(own.isLive());
});
watching("that nobody follows any more ends, and is not asked for again", async () => {
  const own = tab();
  const end = own.follow(JOB, () => {});
  own.connected(false);
  await own.answer(null);
  end();
  assert.ok(own.isLive());
  assert.equal(own.released, [JOB]);
  await own.pass(60_000);
  assert.is(own.asked.length, 1);
});
