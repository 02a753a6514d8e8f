import { haveMagnitudesOverDecades, isOverDecades } from "@understudy/engine/dataset/decades.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a column over decades");
const column = (count: number, valueAt: (share: number) => number) =>
  Float64Array.from({ length: count }, (_, at) => valueAt(at / (count - 1)));

it("is one whose values a linear axis does not show", () => {
  for (const count of [20, 500, 40_000]) {
    assert.is(isOverDecades(column(count, (share) => 10 ** (-16 + 10 * share))), true, "currents");
    const noisy = column(count, (share) => (share < 0.1 ? -1e-17 : 10 ** (-16 + 10 * share)));
    assert.is(isOverDecades(noisy), true, "a few at or below zero are noise");
  }
});

it("is none that a linear axis shows", () => {
  for (const [text, values] of [
    ["evenly spread", column(500, (share) => share)],
    ["a parabola", column(500, (share) => (share - 0.5) ** 2)],
    ["a gain on both sides of zero", column(500, (share) => 100 * share - 60)],
    ["one that never changes", column(500, () => 3)],
    ["all zero", column(500, () => 0)],
    ["nothing", new Float64Array()],
  ] as const)
    assert.is(isOverDecades(values), false, text);
});

it("has magnitudes over decades where its values have one sign, whichever it is", () => {
  const currents = column(500, (share) => 10 ** (-12 + 8 * share));
  assert.is(haveMagnitudesOverDecades(currents), true);
  assert.is(haveMagnitudesOverDecades(currents.map((value) => -value)), true);
  assert.is(haveMagnitudesOverDecades(currents.map((value, at) => (at % 2 === 0 ? value : -value))), false);
});
