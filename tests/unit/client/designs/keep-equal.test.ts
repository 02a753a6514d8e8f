import { keepEqual } from "@understudy/client/designs/keep-equal.ts";
import { assert, suite } from "../../../harness.ts";

const answer = (...scores: number[]) => scores.map((score) => ({ title: "Score", y: [1, score] }));

const it = suite("the graphs of a later answer");

it("are the same objects as before where they are equal, and the same list where all are", () => {
  const before = answer(1, 2);
  assert.is(keepEqual(before, answer(1, 2)), before);
  const changed = keepEqual(before, answer(1, 3));
  assert.is(changed[0], before[0]);
  assert.equal(changed, answer(1, 3));
});

it("are as many as the later answer has", () => {
  const before = answer(1, 2);
  for (const after of [answer(), answer(1), answer(1, 2, 3)]) assert.equal(keepEqual(before, after), after);
});
