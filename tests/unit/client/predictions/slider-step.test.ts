import { ApiFailure } from "@understudy/client/api/call.ts";
import { keyed, single } from "@understudy/client/data/store.ts";
import { createDrawing } from "@understudy/client/predictions/drawing.ts";
import { createRequestFailures } from "@understudy/client/predictions/emulator-store.ts";
import { areSameAccuracies } from "@understudy/client/predictions/point-prediction.ts";
import { createSliderHistory } from "@understudy/client/predictions/slider-history.ts";
import { assert, eventually, suite } from "../../../harness.ts";

const it = suite("a step of a slider");

it("tells nobody of what it left as it was", () => {
  const hasLeft = single(false);
  let noticeCount = 0;
  hasLeft.subscribe(() => noticeCount++);
  for (const value of [true, true, true]) hasLeft.set(value);
  assert.is(noticeCount, 1);
  const values = keyed<string, number>(0);
  values.set("x", 3);
  values.set("x", 3);
  assert.is(values.get("x"), 3);
});

it("draws no accuracy again that the answer brings along unchanged", () => {
  const of = (values: (number | null)[]) => ({
    speed: { coefficients_of_determination: values, coordinate_values: [0, 1] },
  });
  assert.ok(areSameAccuracies(of([0.9, null]), of([0.9, null])));
  assert.not(areSameAccuracies(of([0.9, null]), of([0.9, 0.8])));
  assert.not(areSameAccuracies({}, of([])));
  assert.not(areSameAccuracies(of([]), {}));
});

it("leaves undo and redo alone once they are possible", () => {
  const history = createSliderHistory(() => 0);
  history.leave({ x: 1 }, null);
  history.leave({ x: 2 }, null);
  assert.equal(history.back({ x: 3 }), { x: 2 });
  assert.equal(history.back({ x: 2 }), { x: 1 });
});

const failing = suite("the failures of an emulator page's requests");

failing("a curve's success does not clear the failure of the prediction", () => {
  const failures = createRequestFailures();
  failures.of("point")(new ApiFailure(500, ""));
  failures.of("sweep")(null);
  assert.ok(failures.get());
  failures.of("point")(null);
  assert.is(failures.get(), null);
});

const drawing = suite("drawing a slider's step");

drawing("waits for the answer that belongs to it, and not for long", async () => {
  const { take } = createDrawing();
  const drawn: string[] = [];
  take(() => drawn.push("prediction"), true);
  assert.equal(drawn, []);
  take(() => drawn.push("curve"), false);
  assert.equal(drawn, ["prediction", "curve"]);
  take(() => drawn.push("alone"), true);
  await eventually("it is drawn all the same", () => drawn.length === 3);
});
