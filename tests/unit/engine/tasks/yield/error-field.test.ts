/** The errors that an emulator may make all over the space at once. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { createErrorField, type ErrorField } from "@understudy/engine/tasks/yield/error-field.ts";
import { computeErrorLengths, type MarginSample } from "@understudy/engine/tasks/yield/error-lengths.ts";
import { type KnownRows, withoutPlaces } from "@understudy/engine/tasks/yield/known-rows.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("an emulator's errors all over the space");
const DRAW_COUNT = 4_000;

const makeField = (lengths: number[], rows: KnownRows): ErrorField =>
  createErrorField({ lengths: Float64Array.from(lengths), rows, draws: DRAW_COUNT, seed: 3 });

/** So many that the sizes of the errors are known; places of some of them. */
const rowsAt = (...places: readonly number[]): KnownRows => ({
  count: 1e6,
  places: Float64Array.from(places),
});

/** Between the errors of two places. */
function correlation(field: ErrorField, place: number[], other: number[]): number {
  const values = field.at(Float64Array.from([...place, ...other]), 2);
  let [product, first, second] = [0, 0, 0];
  for (let m = 0; m < field.draws; m++) {
    const [a = 0, b = 0] = [values[m], values[field.draws + m]];
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return product / Math.sqrt(first * second);
}

/** Rows wherever they are. */
const hundred = (dimensions: number): KnownRows => ({
  count: 100,
  places: new Float64Array(100 * dimensions),
});

/** Evenly over the unit cube. */
function makeSample(dimensions: number, formula: (place: readonly number[]) => number): MarginSample {
  const random = createRandom(1);
  const points = Array.from({ length: 300 }, () =>
    Array.from({ length: dimensions }, () => random.uniform()),
  );
  return {
    places: Float64Array.from(points.flat()),
    margins: Float64Array.from(points, formula),
    dimensions,
  };
}

function areNear(actual: Float64Array, expected: readonly number[]): void {
  assert.is(actual.length, expected.length);
  expected.forEach((length, d) => {
    assert.ok(
      Math.abs((actual[d] ?? 0) / length - 1) < 0.02,
      `${actual.join(", ")} instead of ${expected.join(", ")}`,
    );
  });
}

it("agree at near places and are independent at far ones", () => {
  const field = makeField([0.2, 0.2], rowsAt());
  assert.ok(correlation(field, [0.5, 0.5], [0.51, 0.5]) > 0.95);
  assert.ok(Math.abs(correlation(field, [0.2, 0.5], [0.8, 0.5])) < 0.3);
});

it("turn at a training row, and agree where none lies between two places", () => {
  const field = makeField([0.5], rowsAt(0, 0.25, 0.5, 0.75, 1));
  assert.ok(correlation(field, [0.3], [0.45]) > 0.9);
  assert.ok(correlation(field, [0.45], [0.55]) < -0.7);
  assert.ok(correlation(makeField([0.5], rowsAt()), [0.45], [0.55]) > 0.9);
});

it("keep their sign beyond the outermost row", () => {
  assert.ok(correlation(makeField([0.3], rowsAt(0.4, 0.5, 0.6)), [0.7], [0.9]) > 0.5);
});

it("are as large as the standard deviations say everywhere, next to a row too", () => {
  const places = [0.101, 0.2, 0.5, 0.9];
  const values = makeField([0.4], rowsAt(0.1, 0.3, 0.6)).at(Float64Array.from(places), places.length);
  places.forEach((place, at) => {
    const drawsAtPlace = values.subarray(at * DRAW_COUNT, (at + 1) * DRAW_COUNT);
    const size = Math.sqrt(drawsAtPlace.reduce((sum, draw) => sum + draw ** 2, 0) / DRAW_COUNT);
    assert.ok(Math.abs(size - 1) < 0.1, `${size} at ${place}`);
  });
});

it("are normal after many rows, and of Student's t after few", () => {
  const shareBeyond = (count: number) =>
    makeField([0.2], { ...rowsAt(), count })
      .at(Float64Array.of(0.5), 1)
      .filter((error) => Math.abs(error) > 1.96).length / DRAW_COUNT;
  const [many, few] = [shareBeyond(1e6), shareBeyond(20)];
  assert.ok(many > 0.038 && many < 0.062, `${many}`);
  // Of 3 degrees of freedom: 14.5%.
  assert.ok(few > 0.125 && few < 0.165, `${few}`);
});

it("would reach twice as far as rows lie apart where the margin is as steep along every input", () => {
  const sum = makeSample(2, ([a = 0, b = 0]) => a + b);
  areNear(computeErrorLengths(hundred(2), sum), [0.2, 0.2]);
});

it("reach far along an input that hardly matters, and less far along the others for it", () => {
  const [steep = 0, flat = 0] = computeErrorLengths(
    hundred(2),
    makeSample(2, ([a = 0, b = 0]) => a + b / 1_000),
  );
  assert.ok(flat / steep > 15, `${flat / steep}`);
  assert.ok(steep < 0.12, `${steep}`);
});

it("reach as far along every input where the points do not tell", () => {
  for (const margin of [1, Number.NaN, -Number.MAX_VALUE])
    areNear(
      computeErrorLengths(
        hundred(2),
        makeSample(2, () => margin),
      ),
      [0.2, 0.2],
    );
  areNear(
    computeErrorLengths(
      hundred(0),
      makeSample(0, () => 1),
    ),
    [],
  );
});

it("agree all over a space that the rows are far from", () => {
  const sample = makeSample(4, (place) => place.reduce((sum, coordinate) => sum + coordinate, 0));
  const rows: KnownRows = { count: 60, places: sample.places.slice(0, 4 * 60) };
  const agreement = (knownRows: KnownRows) =>
    correlation(
      makeField([...computeErrorLengths(knownRows, sample)], knownRows),
      [0.05, 0.05, 0.05, 0.05],
      [0.9, 0.9, 0.9, 0.9],
    );
  const [among, far] = [agreement(rows), agreement(withoutPlaces(rows))];
  assert.ok(Math.abs(among) < 0.35, `${among} among them`);
  assert.ok(far > 0.5, `${far} far from them`);
});
