/** Reads that many share: how often something is read, and how old what they get may be. */
import { shareReads } from "@understudy/server/cache/shared-reads.ts";
import { assert, eventually, rejects, suite } from "../../../harness.ts";

/** A read that is answered when the test says so, with the number of the read. */
function heldReads() {
  const answers: PromiseWithResolvers<number>[] = [];
  const read = shareReads((_key: string) => {
    const answer = Promise.withResolvers<number>();
    answers.push(answer);
    return answer.promise;
  });
  const answer = (number: number) => answers[number - 1]?.resolve(number);
  const fail = (number: number) => answers[number - 1]?.reject(new Error("The database does not answer."));
  return { read, answer, fail, count: () => answers.length };
}

const shared = suite("reads that are shared");
shared(
  "are one for all who ask while an earlier one is under way, begun after each of them has asked",
  async () => {
    const { read, answer, count } = heldReads();
    const first = read("a");
    const later = [read("a"), read("a"), read("a")];
    assert.is(count(), 1);
    answer(1);
    assert.is(await first, 1);
    await eventually("the second read begins", () => count() === 2);
    const last = read("a");
    assert.is(count(), 2);
    answer(2);
    assert.equal(await Promise.all(later), [2, 2, 2]);
    answer(3);
    assert.is(await last, 3, "who asks while the second is under way gets the third");
    const fresh = read("a");
    answer(4);
    assert.is(await fresh, 4, "nothing is remembered");
  },
);
shared("of one thing do not wait for another", async () => {
  const { read, answer, count } = heldReads();
  void read("a");
  const other = read("b");
  assert.is(count(), 2);
  answer(2);
  assert.is(await other, 2);
});
shared("begin anew after one that failed", async () => {
  const { read, answer, fail } = heldReads();
  const first = read("a");
  const second = read("a");
  fail(1);
  await rejects(first, /does not answer/);
  answer(2);
  assert.is(await second, 2);
});
