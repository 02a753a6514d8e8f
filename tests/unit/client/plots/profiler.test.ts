import {
  type ColumnAxis,
  findShare,
  findValue,
  moveBySteps,
  sampleAxis,
  threeLevels,
} from "@understudy/client/plots/profiler/column-axis.ts";
import {
  computeRowShares,
  createRowFinder,
  findNearbyRows,
  findRowsNearSlice,
} from "@understudy/client/plots/profiler/nearby-rows.ts";
import { profileTable } from "@understudy/client/plots/profiler/profile-table.ts";
import {
  desirabilityCurve,
  growOutputRange,
  type Profile,
  type ProfilerOutput,
} from "@understudy/client/plots/profiler/profiler-data.ts";
import { limitPixelRatio } from "@understudy/client/plots/profiler/profiler-sheet.ts";
import type { VariedPrediction } from "@understudy/shared/api/emulator-profile.ts";
import { chosenUnit, NO_UNIT } from "@understudy/shared/quantities/shown-unit.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the profiler's plot");

const NUMBER_AXIS: ColumnAxis = { kind: "numbers", min: -2, max: 6, isInteger: false };
const INTEGER_AXIS: ColumnAxis = { kind: "numbers", min: 0, max: 1_000, isInteger: true };
const OPTION_AXIS: ColumnAxis = { kind: "steps", values: ["a", "b", "c"] };
const ALL_AXES = [NUMBER_AXIS, INTEGER_AXIS, OPTION_AXIS];

it("finds at the place of each value of an axis that value, and stays on the axis beyond its ends", () => {
  for (const axis of ALL_AXES) {
    const values = sampleAxis(axis, 17);
    assert.equal(
      values.map((value) => findValue(axis, findShare(axis, value))),
      values,
    );
    assert.equal([findValue(axis, -3), findValue(axis, 7)], [values[0], values.at(-1)]);
  }
  assert.ok(Number.isNaN(findShare(OPTION_AXIS, "d")));
});

it("moves a value by steps of a hundredth, a whole number or an option, and back", () => {
  assert.is(moveBySteps(NUMBER_AXIS, 2, 1), 2.08);
  assert.is(moveBySteps(INTEGER_AXIS, 500, 1), 510);
  assert.is(moveBySteps({ kind: "numbers", min: 0, max: 30, isInteger: true }, 7, 1), 8);
  assert.is(moveBySteps(OPTION_AXIS, "b", 1), "c");
  assert.is(moveBySteps(OPTION_AXIS, "c", 10), "c");
  for (const [axis, value] of [
    [NUMBER_AXIS, 1.2],
    [INTEGER_AXIS, 250],
    [OPTION_AXIS, "a"],
  ] as const)
    assert.is(moveBySteps(axis, moveBySteps(axis, value, 2), -2), value);
});

it("has three levels for an overlay, fewer where an axis has fewer values", () => {
  assert.equal(threeLevels(NUMBER_AXIS), [-2, 2, 6]);
  assert.equal(threeLevels(OPTION_AXIS), ["a", "b", "c"]);
  assert.equal(threeLevels({ kind: "steps", values: [1, 2] }), [1, 2]);
});

it("shows along an input the rows that are near in all other inputs, the nearest first", () => {
  const rows = {
    inputs: { x: [0, 3, 6, 2], size: ["a", "a", "a", "b"], y: [0.5, 0.4, 0.5, 0.5] },
  };
  const y: ColumnAxis = { kind: "numbers", min: 0, max: 1, isInteger: false };
  const shares = computeRowShares(
    rows,
    new Map<string, ColumnAxis>([
      ["x", NUMBER_AXIS],
      ["size", OPTION_AXIS],
      ["y", y],
    ]),
  );
  const near = findNearbyRows(shares, { x: 2, size: "a", y: 0.5 });
  // Over x the three rows of size a are near, whatever their x; the one with another y is a little further away.
  assert.equal(
    near.get("x")?.map(({ at }) => at),
    [0, 2, 1],
  );
  assert.equal(
    near.get("x")?.map(({ share }) => share),
    [0.25, 1, 0.625],
  );
  assert.is(near.get("x")?.[0]?.nearness, 1);
  // Over the size the row of another size is nearest, for its other inputs are those of the point.
  assert.is(near.get("size")?.[0]?.at, 3);
});

it("finds the rows near a slice over two inputs, whatever their values of these", () => {
  const axes = new Map(["x", "y", "z"].map((name) => [name, NUMBER_AXIS] as const));
  const rows = { inputs: { x: [-2, 6, 0], y: [6, -2, 0], z: [2, 2.8, 6] } };
  const near = findRowsNearSlice(computeRowShares(rows, axes), { x: 0, y: 0, z: 2 }, ["x", "y"]);
  assert.equal(
    near.map(({ at }) => at),
    [0, 1],
  );
  assert.is(near[0]?.nearness, 1);
});

it("finds the twenty nearest of many rows, those that are equally near in their order, and none that is far", () => {
  // Rows lie 0 to 39 hundredths of the axis away in y, and each distance comes twice.
  const places = Array.from({ length: 80 }, (_, at) => (((at * 7) % 40) / 100) * 8);
  const axes = new Map(["x", "y"].map((name) => [name, NUMBER_AXIS] as const));
  const rows = { inputs: { x: places.map(() => 0), y: places.map((place) => place - 2) } };
  const shares = computeRowShares(rows, axes);
  const point = { x: 3, y: -2 };
  const distances = places.map((place, at) => ({ at, distance: place / 8 }));
  const nearest = distances.toSorted((a, b) => a.distance - b.distance || a.at - b.at);
  assert.equal(
    findNearbyRows(shares, point)
      .get("x")
      ?.map(({ at }) => at),
    nearest.slice(0, 20).map(({ at }) => at),
  );
  const nearSlice = findRowsNearSlice(shares, point, ["x"]);
  assert.equal(
    nearSlice.map(({ at }) => at),
    nearest.filter(({ distance }) => distance < 0.35).map(({ at }) => at),
  );
  for (const { at, nearness } of nearSlice)
    assert.ok(Math.abs(nearness - (1 - (places[at] ?? 0) / 8 / 0.35)) < 1e-9);
});

it("finds the rows near another point and among other rows, however often it is asked about the same", () => {
  const axes = new Map([
    ["x", NUMBER_AXIS],
    ["y", NUMBER_AXIS],
  ]);
  const shares = computeRowShares({ inputs: { x: [0, 0, 0], y: [-2, 2, 6] } }, axes);
  const fewerShares = computeRowShares({ inputs: { x: [0], y: [6] } }, axes);
  const findRows = createRowFinder();
  const findOverX = (...[rowShares, point]: Parameters<typeof findRows>) =>
    findRows(rowShares, point)
      .get("x")
      ?.map(({ at }) => at);
  const low = { x: 0, y: -2 };
  assert.equal([findOverX(shares, low), findOverX(shares, low)], [[0], [0]]);
  assert.equal(findOverX(shares, { x: 0, y: 6 }), [2]);
  assert.equal(findOverX(fewerShares, { x: 0, y: 6 }), [0]);
});

const output = (name: string, goal: ProfilerOutput["goal"]): ProfilerOutput => ({
  name,
  label: name,
  unit: name === "gain" ? chosenUnit({ unit: "V", multiplier: 1e-3 }) : NO_UNIT,
  isLogarithmic: false,
  range: [0, 10],
  goal,
});
const list = (values: readonly number[]) => ({
  values: [...values],
  lower_bounds: values.map((value) => value - 1),
  upper_bounds: values.map((value) => value + 1),
});
const prediction: VariedPrediction = {
  outputs: { gain: list([5, 1, 5, 9]), power: list([2, 4, 2, 0]) },
  is_outside: [false, false, false, true],
};
const profile: Profile = {
  point: { x: 2 },
  columns: { x: { x: [-2, 2, 6], from: 1 } },
  prediction,
  overlays: [],
  overlaid: null,
};

it("draws the geometric mean of the outputs with goals along an input", () => {
  const goals = {
    gain: { kind: "maximise", low: 1, high: 9 },
    power: { kind: "minimise", low: 0, high: 8 },
  } as const;
  assert.equal(
    desirabilityCurve(goals, profile, "x").map((value) => value.toFixed(6)),
    [0, Math.sqrt(0.5 * 0.75), 1].map((value) => value.toFixed(6)),
  );
  assert.equal(desirabilityCurve(goals, profile, "z"), []);
});

it("grows the axis of an output to its curves, never shrinks it, and lets no extrapolation stretch it at will", () => {
  const gain = output("gain", null);
  assert.equal(growOutputRange(gain.range, gain, profile, false), gain.range);
  const far = { ...profile, prediction: { ...prediction, outputs: { gain: list([5, 12, 5, 9e9]) } } };
  const [low, high] = growOutputRange(gain.range, gain, far, true);
  assert.ok(low === 0 && high >= 12 && high < 40, String(high));
  assert.equal(growOutputRange([low, high], gain, profile, true), [low, high]);
});

it("writes a line for each point of each curve, in the units shown", () => {
  const input = { name: "x", label: "Width", unit: NO_UNIT, axis: NUMBER_AXIS, isLocked: false };
  const { header, rows } = profileTable(profile, [input], [output("gain", null)]);
  assert.equal(header, ["Input", "Value", "gain (mV)", "gain (mV), lower bound", "gain (mV), upper bound"]);
  assert.equal(rows[0], ["Width", -2, 1_000, 0, 2_000]);
  assert.is(rows.length, 3);
});

it("is painted on as many pixels as the screen has, and on no more than phones draw", () => {
  assert.is(limitPixelRatio(3, { clientWidth: 1_000, clientHeight: 500 }), 3);
  const [clientWidth, clientHeight] = [3_200, 2_100];
  const ratio = limitPixelRatio(3, { clientWidth, clientHeight });
  assert.ok(ratio > 1 && ratio < 3);
  assert.ok(Math.floor(clientWidth * ratio) * Math.floor(clientHeight * ratio) <= 4_096 ** 2);
  assert.is(limitPixelRatio(2, { clientWidth: 0, clientHeight: 0 }), 2, "a grid that is not shown");
});
