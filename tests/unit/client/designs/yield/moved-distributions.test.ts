import { movedDistributions } from "@understudy/client/designs/yield/moved-distributions.ts";
import { isSameDesign } from "@understudy/shared/yield/same-design.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("distributions around another design");

it("move with the design, and keep what is known of the process", () => {
  const from = { w: 2, l: 4, m: 1, c: "ss", n: 3 };
  const to = { w: 5, l: 2, m: 1.5, c: "ff", n: 3 };
  const moved = movedDistributions(
    {
      w: { kind: "normal", mean: 2.1, standard_deviation: 0.2 },
      l: { kind: "lognormal", mean: 4, standard_deviation: 1 },
      m: { kind: "truncated normal", mean: 1, standard_deviation: 0.1, lower: 0.5, upper: 2 },
      c: { kind: "fixed", value: "ss" },
      n: { kind: "fixed", value: 7 },
      other: { kind: "uniform", lower: 0, upper: 1 },
    },
    from,
    to,
  );
  assert.equal(moved, {
    w: { kind: "normal", mean: 5.1, standard_deviation: 0.2 },
    l: { kind: "lognormal", mean: 2, standard_deviation: 0.5 },
    m: { kind: "truncated normal", mean: 1.5, standard_deviation: 0.1, lower: 1, upper: 2.5 },
    c: { kind: "fixed", value: "ff" },
    n: { kind: "fixed", value: 7 },
    other: { kind: "uniform", lower: 0, upper: 1 },
  });
});

it("are those of a design of the same values alone", () => {
  assert.ok(isSameDesign({ a: 1, b: "x" }, { b: "x", a: 1 }));
  assert.not.ok(isSameDesign({ a: 1 }, { a: 1, b: 2 }));
  assert.not.ok(isSameDesign(null, {}));
  assert.ok(isSameDesign(null, null));
});
