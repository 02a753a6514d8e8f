import {
  chooseSurface,
  createSurfaceAxis,
  listLimits,
} from "@understudy/client/features/emulator/surface-choice.ts";
import { createLiveAnswer } from "@understudy/client/predictions/live-answer.ts";
import type { Parameter } from "@understudy/client/predictions/parameters.ts";
import { chooseSide } from "@understudy/client/predictions/surface-request.ts";
import { choicesFrom } from "@understudy/client/predictions/use-choices.ts";
import { chosenUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { assert, eventually, suite } from "../../../harness.ts";
import { makeConfig, makeInput, makeOutput } from "../../../support/factories.ts";

const it = suite("the response surface of the emulator page");

const slider = (name: string): Parameter => ({
  kind: "slider",
  name,
  isInteger: false,
  min: 0,
  max: 10,
  start: 0,
});
const size: Parameter = { kind: "list", name: "size", values: ["small", "large"], start: "small" };
const curve = makeOutput("wave", { type: "Vector", length: 21, coordinate_name: null });
const shown = {
  scalars: [],
  vectors: [curve],
  parameters: [slider("x"), slider("y"), size],
  curves: [curve],
  scalar: undefined,
  over: undefined,
};
const config = makeConfig({ outputs: [curve], inputs: ["x", "y", "size"].map((name) => makeInput(name)) });
const choose = (query: string, change: Partial<typeof shown> = {}) =>
  chooseSurface(config, { ...shown, ...change }, choicesFrom(new URLSearchParams(query)));
const names = (query: string) => {
  const { x, y } = choose(query)?.view ?? {};
  return [x?.name, y?.name];
};

it("shows a curve in its middle over the first two inputs where there is no scalar output", () => {
  assert.equal(names(""), ["x", "y"]);
  assert.equal(choose("")?.view.place, { coordinate: "Index", value: 10 });
  assert.equal(choose("surfaceat=3")?.view.place?.value, 3);
  // A place beyond an end of the curve is that end.
  assert.equal(choose("surfaceat=99")?.view.place?.value, 20);
  assert.equal(choose("surfaceat=-3")?.view.place?.value, 0);
});

it("is over two different inputs, whatever the address names", () => {
  assert.equal(names("surfacex=y"), ["y", "x"]);
  assert.equal(names("surfacey=x"), ["y", "x"]);
  assert.equal(names("surfacex=size&surfacey=size"), ["size", "x"]);
  assert.equal(names("surfacex=none&surfacey=y"), ["x", "y"]);
  assert.is(choose("", { parameters: [slider("x")] }), null);
  assert.is(choose("", { vectors: [] }), null);
});

it("has numbers in the unit shown on an axis, and options at whole numbers", () => {
  const metres = makeConfig({ inputs: [makeInput("x", { unit: "m", multiplier: 1e-3 })] });
  const axis = { kind: "numbers", min: 0, max: 0.01, isInteger: false } as const;
  const { drawn } = createSurfaceAxis(metres, { name: "x", axis }, [0, 0.005, 0.01]);
  assert.equal([drawn.places, drawn.range, drawn.options, drawn.unit], [[0, 5, 10], [0, 10], null, "mm"]);
  const options = createSurfaceAxis(
    config,
    { name: "size", axis: { kind: "steps", values: ["small", "large"] } },
    ["small", "large"],
  ).drawn;
  assert.equal(
    [options.places, options.range, options.options],
    [
      [0, 1],
      [-0.5, 1.5],
      ["small", "large"],
    ],
  );
});

it("takes limits from a goal of that kind alone, in the unit shown", () => {
  const unit = chosenUnit({ unit: "V", multiplier: 1e-3 });
  assert.equal(listLimits({ kind: "limits", low: null, high: 0.5 }, unit), [{ side: "upper", value: 500 }]);
  assert.equal(listLimits({ kind: "minimise", low: 0, high: 1 }, unit), []);
  assert.equal(listLimits(undefined, unit), []);
});

it("is coarser while a slider moves where points take long, and never finer than 60 by 60", () => {
  assert.is(chooseSide(1e-6), 60);
  assert.is(chooseSide(1e6), 16);
  const side = chooseSide(0.1);
  assert.ok(side > 16 && side < 60 && side ** 2 * 0.1 <= 90, String(side));
});

type LiveQuestion = { readonly point: object; readonly isAtRest: boolean };
/** An answer that follows the sliders, and the questions that it asked. */
function createLive(isCoarse: (question: LiveQuestion) => boolean) {
  const questions: LiveQuestion[] = [];
  const live = createLiveAnswer<string, LiveQuestion>({
    start: { x: 0, z: 0 },
    fail: () => {},
    ask: async ({ point, isAtRest }) => {
      const question = { point, isAtRest };
      questions.push(question);
      return question;
    },
    isCoarse,
    dependsOn: (_, changed) => changed.some((name) => name !== "x"),
  });
  return { live, questions };
}
const isAnswered = ({ live }: ReturnType<typeof createLive>, point: object) =>
  eventually("an answer", () => JSON.stringify(live.get()?.point) === JSON.stringify(point));

it("asks nothing while it is not seen, nor when only its own inputs move", async () => {
  const answer = createLive(() => false);
  const { live, questions } = answer;
  live.ask({ x: 0, z: 1 }, ["z"]);
  assert.is(questions.length, 0);
  live.show("view");
  await isAnswered(answer, { x: 0, z: 1 });
  live.ask({ x: 5, z: 1 }, ["x"]);
  assert.is(questions.length, 1);
  live.ask({ x: 5, z: 2 }, ["z"]);
  await isAnswered(answer, { x: 5, z: 2 });
  live.ask({ x: 5, z: 2 }, null);
  await eventually("a newer emulator is asked", () => questions.length === 3);
  live.end();
});

it("aborts a full answer when a slider moves on, and asks nothing more once it is not seen", async () => {
  const questions: boolean[] = [];
  const aborted: boolean[] = [];
  const failures: unknown[] = [];
  const live = createLiveAnswer<string, LiveQuestion>({
    start: { x: 0 },
    fail: (failure) => failures.push(failure),
    ask: async ({ point, isAtRest }, signal) => {
      questions.push(isAtRest);
      // The full answer is not given before its request is aborted.
      if (isAtRest)
        await new Promise<void>((resolve) => {
          signal.addEventListener("abort", () => resolve());
        });
      if (signal.aborted) {
        aborted.push(isAtRest);
        throw new DOMException("Aborted", "AbortError");
      }
      return { point, isAtRest };
    },
    isCoarse: ({ isAtRest }) => !isAtRest,
  });
  live.show("view");
  await eventually("the full question", () => questions.at(-1) === true);
  live.ask({ x: 1 }, ["x"]);
  await eventually("the coarse answer", () => JSON.stringify(live.get()?.point) === '{"x":1}');
  assert.equal([aborted, questions], [[true], [false, true, false]]);
  await eventually("the next full question", () => questions.length === 4);
  live.show(null);
  await eventually("its end", () => aborted.length === 2);
  live.ask({ x: 2 }, ["x"]);
  assert.equal([questions.length, failures.every((failure) => failure === null)], [4, true]);
  live.end();
});

it("is asked again in full once the sliders rest after a coarse answer, and only then", async () => {
  const answer = createLive(({ isAtRest }) => !isAtRest);
  const { live, questions } = answer;
  live.show("view");
  await eventually("the full answer", () => live.get()?.isAtRest === true);
  assert.equal(
    questions.map(({ isAtRest }) => isAtRest),
    [false, true],
  );
  live.end();
});
