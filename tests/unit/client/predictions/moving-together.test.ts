import {
  followersAmong,
  followersText,
  movedTogether,
  NO_FOLLOWERS,
} from "@understudy/client/predictions/moving-together.ts";
import type { Parameter } from "@understudy/client/predictions/parameters.ts";
import type { TrainedInput } from "@understudy/shared/api/emulator-report.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("inputs that move together");

const parameters: Parameter[] = [
  { kind: "slider", name: "area", isInteger: false, min: 0, max: 10, start: 5 },
  { kind: "slider", name: "height", isInteger: false, min: 0, max: 100, start: 50 },
  { kind: "list", name: "floors", values: [4, 1, 2], start: 2 },
];
const trained = (name: string, followers: TrainedInput["followers"]): TrainedInput => ({
  name,
  is_used: true,
  histogram: null,
  levels: null,
  followers,
});
const inputs = [
  trained("area", [
    { name: "height", knots: [2, 4, 8], values: [10, 30, 20] },
    { name: "floors", knots: [2, 8], values: [1, 4] },
    { name: "fixed", knots: [2, 8], values: [1, 4] },
  ]),
  trained("height", [{ name: "fixed", knots: [0, 1], values: [0, 1] }]),
  trained("fixed", [{ name: "area", knots: [0, 1], values: [0, 1] }]),
];
const followers = followersAmong(inputs, parameters);

it("are those among the parameters that can be set", () => {
  assert.equal(
    [...followers].map(([name, some]) => [name, some.map((follower) => follower.name)]),
    [["area", ["height", "floors"]]],
  );
});

it("move along the lines through the data, a list to its nearest value", () => {
  assert.equal(movedTogether(followers, parameters, "area", 3.5), { height: 25, floors: 2, area: 3.5 });
  assert.equal(movedTogether(followers, parameters, "area", 6), { height: 25, floors: 4, area: 6 });
});

it("keep the values of the data's ends beyond them", () => {
  assert.equal(movedTogether(followers, parameters, "area", -5), { height: 10, floors: 1, area: -5 });
  assert.equal(movedTogether(followers, parameters, "area", 50), { height: 20, floors: 4, area: 50 });
});

it("stay where they are when another input moves, or when nothing is to follow", () => {
  assert.equal(movedTogether(followers, parameters, "height", 3), { height: 3 });
  assert.equal(movedTogether(NO_FOLLOWERS, parameters, "area", 3), { area: 3 });
});

it("are named in one short line", () => {
  assert.is(followersText(["X2"], "X1"), "X2 follows X1 in your data");
  assert.is(followersText(["X2", "X3"], "X1"), "X2 and X3 follow X1 in your data");
  assert.is(
    followersText(["X2", "X3", "X4", "X5", "X6"], "X1"),
    "X2, X3, X4, and 2 others follow X1 in your data",
  );
});
