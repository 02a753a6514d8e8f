import { triedPoints, widestOf } from "@understudy/client/pages/jobs/job-id/emulator/most-influential.ts";
import type { Parameter } from "@understudy/client/pages/jobs/job-id/emulator/parameters.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the parameter of the scalar plot");
const parameters: Parameter[] = [
  { kind: "slider", isInteger: false, name: "a", min: 0, max: 4, start: 1 },
  { kind: "list", name: "b", values: ["x", "y"], start: "x" },
];

it("is looked for one parameter at a time, from where the sliders start", () => {
  const tried = triedPoints(parameters);
  assert.equal(
    tried.map(({ name, point }) => [name, point]),
    [
      ["a", { a: 0 }],
      ["a", { a: 1 }],
      ["a", { a: 2 }],
      ["a", { a: 3 }],
      ["a", { a: 4 }],
      ["b", { b: "x" }],
      ["b", { b: "y" }],
    ],
  );
});

it("is the one along which the output differs most; a bump between its ends counts", () => {
  const tried = triedPoints(parameters);
  assert.is(widestOf(parameters, tried, [0, 9, 0, 0, 0, 2, 4])?.name, "a");
  assert.is(widestOf(parameters, tried, [1, 1, 1, 1, 1, 2, 4])?.name, "b");
});

it("is the first where the output never differs or is not known", () => {
  const tried = triedPoints(parameters);
  assert.is(
    widestOf(
      parameters,
      tried,
      tried.map(() => Number.NaN),
    )?.name,
    "a",
  );
});
