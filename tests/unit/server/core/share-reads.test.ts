/** Reads that many share: how often something is read, and how old what they get may be. */
import { batchReads, shareReads } from "@understudy/server/core/share-reads.ts";
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
  const { read, answer, fail, count } = heldReads();
  const first = read("a");
  const second = read("a");
  fail(1);
  await rejects(first, /does not answer/);
  await eventually("the second read begins", () => count() === 2);
  answer(2);
  assert.is(await second, 2);
});
shared("do not wait for one that hangs", async () => {
  const { read, answer, count } = heldReads();
  const hanging = read("a");
  const later = read("a");
  await eventually("the second read begins beside the first", () => count() === 2);
  answer(2);
  assert.is(await later, 2);
  const fresh = read("a");
  answer(3);
  assert.is(await fresh, 3, "the one that hangs holds up nobody who comes later");
  answer(1);
  assert.is(await hanging, 1);
});

const batched = suite("reads of many records");
batched("are one for all that is asked for while an earlier one is under way", async () => {
  const batches: { keys: readonly string[]; answer: PromiseWithResolvers<ReadonlyMap<string, number>> }[] =
    [];
  const read = batchReads((keys: readonly string[]) => {
    const answer = Promise.withResolvers<ReadonlyMap<string, number>>();
    batches.push({ keys, answer });
    return answer.promise;
  });
  const first = read("a");
  const later = [read("b"), read("c"), read("b"), read("nothing")];
  assert.equal(
    batches.map(({ keys }) => keys),
    [["a"]],
  );
  batches[0]?.answer.resolve(new Map([["a", 1]]));
  assert.is(await first, 1);
  await eventually("the second batch begins", () => batches.length === 2);
  assert.equal(batches[1]?.keys, ["b", "c", "nothing"], "each key once");
  const last = read("b");
  batches[1]?.answer.resolve(
    new Map([
      ["b", 2],
      ["c", 3],
    ]),
  );
  assert.equal(await Promise.all(later), [2, 3, 2, null]);
  await eventually("the third batch begins", () => batches.length === 3);
  assert.equal(batches[2]?.keys, ["b"], "who asks while a batch is under way gets the next one");
  batches[2]?.answer.resolve(new Map([["b", 4]]));
  assert.is(await last, 4);
});
batched("go on after a batch that failed", async () => {
  let isAnswering = false;
  const read = batchReads(async (keys: readonly string[]) => {
    if (!isAnswering) throw new Error("The database does not answer.");
    return new Map(keys.map((key) => [key, key.toUpperCase()]));
  });
  await rejects(read("a"), /does not answer/);
  isAnswering = true;
  assert.is(await read("b"), "B");
});
