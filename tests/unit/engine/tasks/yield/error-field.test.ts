/** The errors that an emulator may make all over the space at once. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { createErrorField, type ErrorField } from "@understudy/engine/tasks/yield/error-field.ts";
import { errorLengths, type MarginSample } from "@understudy/engine/tasks/yield/error-lengths.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("an emulator's errors all over the space");
const DRAWS = 4_000;

const fieldOf = (lengths: number[], rows = 400): ErrorField =>
  createErrorField({ lengths: Float64Array.from(lengths), rows, draws: DRAWS, seed: 3 });

/** Between the errors of two places. */
function correlation(field: ErrorField, one: number[], other: number[]): number {
  const values = field.at(Float64Array.from([...one, ...other]), 2);
  let [product, first, second] = [0, 0, 0];
  for (let m = 0; m < field.draws; m++) {
    const [a = 0, b = 0] = [values[m], values[field.draws + m]];
    product += a * b;
    first += a * a;
    second += b * b;
  }
  return product / Math.sqrt(first * second);
}

/** Evenly over the unit cube. */
function sampleOf(dimensions: number, formula: (place: readonly number[]) => number): MarginSample {
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

function areNear(found: Float64Array, wanted: readonly number[]): void {
  assert.is(found.length, wanted.length);
  wanted.forEach((one, d) => {
    assert.ok(
      Math.abs((found[d] ?? 0) / one - 1) < 0.02,
      `${found.join(", ")} instead of ${wanted.join(", ")}`,
    );
  });
}

it("agree at near places and are independent at far ones", () => {
  const field = fieldOf([0.2, 0.2]);
  assert.ok(correlation(field, [0.5, 0.5], [0.51, 0.5]) > 0.95);
  assert.ok(Math.abs(correlation(field, [0.2, 0.5], [0.8, 0.5])) < 0.3);
});

it("agree farther at the ends of a range than in its middle", () => {
  const field = fieldOf([0.2]);
  assert.ok(correlation(field, [0.02], [0.17]) > 0.95);
  assert.ok(correlation(field, [0.45], [0.6]) < 0.5);
});

it("stay beyond the range what they are at its end", () => {
  assert.ok(correlation(fieldOf([0.2]), [1], [1.4]) > 1 - 1e-12);
});

it("are normal after many rows, and of Student's t after few", () => {
  const shareBeyond = (rows: number) =>
    fieldOf([0.2], rows)
      .at(Float64Array.of(0.5), 1)
      .filter((error) => Math.abs(error) > 1.96).length / DRAWS;
  const [many, few] = [shareBeyond(1e6), shareBeyond(20)];
  assert.ok(many > 0.038 && many < 0.062, `${many}`);
  // Of 5 degrees of freedom: 10.7%.
  assert.ok(few > 0.088 && few < 0.126, `${few}`);
});

it("reach as far as rows lie apart where the margin is as steep along every input", () => {
  const sum = sampleOf(2, ([a = 0, b = 0]) => a + b);
  areNear(errorLengths(100, sum), [0.09, 0.09]);
});

it("reach far along an input that hardly matters, and less far along the others for it", () => {
  const [steep = 0, flat = 0] = errorLengths(
    100,
    sampleOf(2, ([a = 0, b = 0]) => a + b / 1_000),
  );
  assert.ok(flat / steep > 15, `${flat / steep}`);
  assert.ok(steep < 0.06, `${steep}`);
});

it("reach as far along every input where the points do not tell", () => {
  for (const margin of [1, Number.NaN, -Number.MAX_VALUE])
    areNear(
      errorLengths(
        100,
        sampleOf(2, () => margin),
      ),
      [0.09, 0.09],
    );
  areNear(
    errorLengths(
      100,
      sampleOf(0, () => 1),
    ),
    [],
  );
});
