import { latest } from "@understudy/client/predictions/latest.ts";
import {
  accept,
  computeStep,
  countSteps,
  createParameters,
  pointFromText,
  pointToText,
  sweepValues,
  valueAt,
} from "@understudy/client/predictions/parameters.ts";
import { wrapRow } from "@understudy/client/predictions/rows.ts";
import { choicesFrom } from "@understudy/client/predictions/use-choices.ts";
import { RETRY_MS } from "@understudy/shared/limits.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { makeConfig, makeInput } from "../../../support/factories.ts";

const accuracies = suite("a prediction accuracy");

accuracies("has more decimals the nearer it is to 100%, and never reads 100% when it is not", () => {
  const texts = [1, 0.9999996, 0.99951, 0.987, 0.979, 0.85, -0.35].map(formatAccuracy);
  assert.equal(texts, ["100%", "99.999960%", "99.951%", "98.7%", "97.9%", "85.0%", "-35.0%"]);
  assert.is(formatAccuracy(0.9999999999), "99.999999%");
});

const rows = suite("row numbers");

rows("wrap around at both ends", () => {
  assert.equal(
    [0, 1, 5, 6, -1, 11].map((row) => wrapRow(row, 5)),
    [5, 1, 5, 1, 4, 1],
  );
});

const parameters = suite("the parameters of an emulator");
const config = makeConfig({
  inputs: [
    makeInput("length", { min: 1, max: 4, initval: 2 }),
    makeInput("fixed", { fixed: true }),
    makeInput("kind", { type: "MultiSelect", values: ["a", "b"], min: null, max: null, initval: "b" }),
    makeInput("constant", { min: 3, max: 3, initval: 3 }),
  ],
});
const [length, kind] = createParameters(config);

parameters("are the inputs that vary: sliders, and lists for categories", () => {
  assert.equal(
    createParameters(config).map(({ name, kind: how, start }) => [name, how, start]),
    [
      ["length", "slider", 2],
      ["kind", "list", "b"],
    ],
  );
});

parameters("a slider has 100 steps of 5 digits, its ends exact", () => {
  const third = { min: 0, max: 1 / 3, isInteger: false };
  assert.is(valueAt(third, 0), 0);
  assert.is(valueAt(third, 100), 1 / 3);
  assert.is(valueAt(third, 50), 0.16667);
  for (let step = 0; step <= 100; step++) assert.is(computeStep(third, valueAt(third, step)), step);
});

parameters("a slider of whole numbers stands at each of them, and takes no other", () => {
  const fingers = { min: 1, max: 6, isInteger: true };
  assert.is(countSteps(fingers), 5);
  assert.equal(
    [0, 1, 4, 5].map((step) => valueAt(fingers, step)),
    [1, 2, 5, 6],
  );
  const [parameter] = createParameters({
    inputs: [makeInput("fingers", { min: 1, max: 6, is_integer: true })],
  });
  assert.ok(parameter !== undefined);
  assert.equal([accept(parameter, 3.4), accept(parameter, 8)], [3, 6]);
  const [unset] = createParameters({
    inputs: [makeInput("fingers", { min: 1, max: 6, is_integer: true, initval: null })],
  });
  assert.is(unset?.start, 4, "the middle of the range is no whole number");
  const many = { min: 0, max: 1000, isInteger: true };
  for (let step = 0; step <= countSteps(many); step++)
    assert.is(computeStep(many, valueAt(many, step)), step);
});

parameters(
  "a number beyond the range becomes the nearer end of the slider, and an unknown category is refused",
  () => {
    assert.ok(length !== undefined && kind !== undefined);
    assert.equal([accept(length, 9), accept(length, 0.5), accept(length, 2.5)], [4, 1, 2.5]);
    assert.is(accept(length, "2"), null);
    assert.equal([accept(kind, "a"), accept(kind, "z")], ["a", null]);
  },
);

parameters("the scalar plot covers the range of the slider", () => {
  assert.ok(length !== undefined && kind !== undefined);
  const values = sweepValues(length);
  assert.equal([values[0], values.at(-1), values.length], [1, 4, 101]);
  assert.equal(sweepValues(kind), ["a", "b"]);
});

parameters("a link holds what was moved, and one that is damaged leads to where everything starts", () => {
  const all = createParameters(config);
  const text = pointToText({ length: 3.5, kind: "b" }, all);
  assert.is(text, '{"length":3.5}');
  assert.equal(pointFromText(text, all), { length: 3.5, kind: "b" });
  assert.is(pointToText({ length: 2, kind: "b" }, all), null);
  for (const damaged of ["{", "null", "[]", '{"length":"x","kind":7,"other":1}'])
    assert.equal(pointFromText(damaged, all), { length: 2, kind: "b" }, damaged);
});

const asking = suite("asking for the latest only");

asking("asks one question at a time, skips those overtaken, and ends on the last", async () => {
  const sentQuestions: number[] = [];
  const taken: number[] = [];
  let open = 0;
  const pump = latest<number, number>({
    ask: async (question) => {
      assert.is(++open, 1);
      sentQuestions.push(question);
      await new Promise((resolve) => setTimeout(resolve, 5));
      open--;
      return question * 10;
    },
    take: (answer) => taken.push(answer),
    fail: (failure) => assert.is(failure, null),
  });
  for (let question = 1; question <= 50; question++) pump.ask(question);
  await eventually("the last answer", () => taken.at(-1) === 500);
  assert.equal(sentQuestions, [1, 50]);
  pump.end();
});

asking("asks again after a second what is not ready, and what failed in passing", async () => {
  const outcomes: (number | null | Error)[] = [null, new Error("lost"), 7];
  const taken: number[] = [];
  const failures: boolean[] = [];
  const pump = latest<string, number>({
    ask: async () => {
      const outcome = outcomes.shift() ?? null;
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    take: (answer) => taken.push(answer),
    fail: (failure) => failures.push(failure !== null),
  });
  const start = Date.now();
  pump.ask("point");
  await eventually("the answer", () => taken.length === 1, 5_000);
  assert.equal(taken, [7]);
  assert.equal(failures, [true, false]);
  assert.ok(Date.now() - start >= 1_900);
  pump.end();
});

asking("forgets a question that waits to be asked again, and its failure", async () => {
  const failures: boolean[] = [];
  let askedCount = 0;
  const pump = latest<string, number>({
    ask: async () => {
      askedCount++;
      throw new Error("lost");
    },
    take: () => {},
    fail: (failure) => failures.push(failure !== null),
  });
  pump.ask("point");
  await eventually("the failure", () => failures.length === 1);
  pump.forget();
  assert.equal(failures, [true, false]);
  await new Promise((resolve) => setTimeout(resolve, RETRY_MS + 100));
  assert.is(askedCount, 1);
  pump.end();
});

asking("takes no answer once it has ended", async () => {
  const taken: number[] = [];
  const pump = latest<number, number>({
    ask: async (question) => question,
    take: (answer) => taken.push(answer),
    fail: () => {},
  });
  pump.ask(1);
  pump.end();
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(taken, []);
});

const address = suite("the address of an emulator page");

address("names the band of curves, which is pointwise without it", () => {
  const bands = ["", "band=joint", "band=other"].map((query) => choicesFrom(new URLSearchParams(query)).band);
  assert.equal(bands, ["pointwise", "joint", "pointwise"]);
});
