import type { InputRelation } from "@understudy/shared/domain/data-note.ts";
import { keepRelation } from "@understudy/shared/spec-job/keep-relation.ts";
import { assert, suite } from "../../../harness.ts";
import { scalarVariable } from "../../../support/engine/job-variables.ts";

const it = suite("a job that keeps a relation between inputs");

const SHARES_SUM_TO_ONE: InputRelation = {
  kind: "relation",
  terms: ["cement", "water", "ash"].map((input) => ({ input, coefficient: 1 })),
  sum: 1,
};
const variables = {
  cement: scalarVariable(0.2, 0.6),
  water: scalarVariable(0.1, 0.3),
  ash: scalarVariable(0.1, 0.7),
};
const findFollower = (...parameters: Parameters<typeof keepRelation>) => {
  const outcome = keepRelation(...parameters);
  return "keptRelation" in outcome ? (outcome.keptRelation?.follower ?? null) : outcome.problem;
};
const fixedAt = (initval: number) => ({ ...scalarVariable(0, 1), initval, fixed: true });

it("lets the input follow whose term varies the most, of those that are free to", () => {
  assert.is(findFollower(SHARES_SUM_TO_ONE, variables), "ash");
  assert.is(findFollower(SHARES_SUM_TO_ONE, { ...variables, ash: fixedAt(0.4) }), "cement");
  const terms = SHARES_SUM_TO_ONE.terms.map((term) =>
    term.input === "water" ? { ...term, coefficient: 5 } : term,
  );
  assert.is(
    findFollower({ ...SHARES_SUM_TO_ONE, terms, sum: 2 }, variables),
    "water",
    "five times its range counts",
  );
  assert.is(
    findFollower(SHARES_SUM_TO_ONE, variables, { ash: { kind: "uniform", lower: 0.2, upper: 0.4 } }),
    "cement",
  );
});

it("is refused with the names of the inputs where no design of the ranges keeps the relation", () => {
  assert.is(
    findFollower(SHARES_SUM_TO_ONE, { ...variables, cement: fixedAt(0.95), ash: fixedAt(0.3) }),
    "cement + water + ash = 1 in every row, but the ranges and the fixed values of cement, ash do not allow it. Change them, or do not respect the relation.",
  );
  assert.match(
    findFollower(SHARES_SUM_TO_ONE, { ...variables, ash: scalarVariable(0.0, 0.05) }) ?? "",
    /but the ranges of these inputs do not allow it/,
  );
  assert.match(
    findFollower(SHARES_SUM_TO_ONE, { ...variables, cement: fixedAt(0.4), ash: fixedAt(0.4) }) ?? "",
    /so water has one value where the others are fixed/,
  );
});

it("asks nothing of a job without its inputs, or whose fixed values keep it to three digits", () => {
  const { ash: _, ...withoutAsh } = variables;
  assert.is(findFollower(SHARES_SUM_TO_ONE, withoutAsh), null);
  const fixed = { cement: fixedAt(0.333), water: fixedAt(0.333), ash: fixedAt(0.333) };
  assert.is(findFollower(SHARES_SUM_TO_ONE, { ...fixed, temperature: scalarVariable(0, 1) }), null);
});
