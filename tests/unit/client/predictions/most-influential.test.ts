import { findMostInfluential, triedPoints } from "@understudy/client/predictions/most-influential.ts";
import type { Parameter } from "@understudy/client/predictions/parameters.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the parameter of the scalar plot");
const parameters: Parameter[] = [
  { kind: "slider", isInteger: false, name: "a", min: 0, max: 4, start: 1 },
  { kind: "list", name: "b", values: ["x", "y"], start: "x" },
];

it("is looked for one parameter at a time, from where the sliders start", () => {
  const tried = triedPoints(parameters);
  assert.equal(
    tried.map(({ name, point }) => [name, point.a, point.b]),
    [
      ["a", 0, "x"],
      ["a", 1, "x"],
      ["a", 2, "x"],
      ["a", 3, "x"],
      ["a", 4, "x"],
      ["b", 1, "x"],
      ["b", 1, "y"],
    ],
  );
});

it("is the one along which the output differs most; a bump between its ends counts", () => {
  const tried = triedPoints(parameters);
  assert.is(findMostInfluential(parameters, tried, [0, 9, 0, 0, 0, 2, 4])?.name, "a");
  assert.is(findMostInfluential(parameters, tried, [1, 1, 1, 1, 1, 2, 4])?.name, "b");
});

it("is the first where the output never differs or is not known", () => {
  const tried = triedPoints(parameters);
  assert.is(
    findMostInfluential(
      parameters,
      tried,
      tried.map(() => Number.NaN),
    )?.name,
    "a",
  );
});
