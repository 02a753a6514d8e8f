/** Designs that servers simulate keep a relation: shares of three substances that sum to one. */
import { createRandom } from "@understudy/engine/math/random.ts";
import { jobSpace } from "@understudy/engine/tasks/optimization/servers/job-space.ts";
import { ServerSearch } from "@understudy/engine/tasks/optimization/servers/server-search.ts";
import type { KeptRelation } from "@understudy/shared/domain/data-note.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import { assert, suite } from "../../../../../harness.ts";

const it = suite("the designs of servers whose inputs keep a relation", { timeout: 120_000 });

const scalar = (lbound: number, ubound: number, fields: Partial<{ fixed: boolean; initval: number }> = {}) =>
  ({
    ...{ type: "Scalar", lbound, ubound, initval: lbound, fixed: false, is_integer: false },
    ...fields,
  }) satisfies JobVariable;
const relate = (inputs: Record<string, number>, sum: number, follower: string): KeptRelation => ({
  kind: "relation",
  terms: Object.entries(inputs).map(([input, coefficient]) => ({ input, coefficient })),
  sum,
  follower,
});
const SHARE_VARIABLES = { resin: scalar(0, 1), filler: scalar(0, 1), solvent: scalar(0, 1) };
const SUM_IS_ONE = relate({ resin: 1, filler: 1, solvent: 1 }, 1, "solvent");
const isShare = (value: number) => value > -1e-8 && value < 1 + 1e-8;

it("add up at every point of the cube, and stay evenly spread", () => {
  const space = jobSpace(SHARE_VARIABLES, SUM_IS_ONE);
  assert.equal(
    space.axes.map(({ name }) => name),
    ["resin", "filler"],
  );
  const random = createRandom(1);
  const sums = { resin: 0, filler: 0, solvent: 0 };
  const count = 4_000;
  for (let i = 0; i < count; i++) {
    const { resin, filler, solvent } = space.valuesAt(Float64Array.of(random.uniform(), random.uniform()));
    const shares = [Number(resin), Number(filler), Number(solvent)];
    assert.ok(shares.every(isShare), shares.join());
    assert.ok(Math.abs(shares.reduce((sum, share) => sum + share) - 1) < 1e-12);
    sums.resin += Number(resin) / count;
    sums.filler += Number(filler) / count;
    sums.solvent += Number(solvent) / count;
  }
  for (const mean of Object.values(sums)) assert.ok(Math.abs(mean - 1 / 3) < 0.02, JSON.stringify(sums));
});

it("keep a relation of elements, fixed inputs and other coefficients", () => {
  const widths: JobVariable = {
    ...{ type: "Vector", lbound: [1, 2], ubound: [3, 8], initval: [2, 4] },
    ...{ fixed: false, is_integer: false },
  };
  const variables = { widths, offset: scalar(0, 9, { fixed: true, initval: 1 }), gap: scalar(0.01, 2) };
  const space = jobSpace(
    variables,
    relate({ "widths[0]": 2, "widths[1]": -1, offset: 3, gap: 1 }, 4, "widths[1]"),
  );
  const random = createRandom(2);
  for (let i = 0; i < 500; i++) {
    const values = space.valuesAt(Float64Array.of(random.uniform(), random.uniform()));
    const [first = 0, second = 0] = Array.isArray(values.widths) ? values.widths : [];
    assert.ok(Math.abs(2 * first - second + 3 + Number(values.gap) - 4) < 1e-9);
    assert.ok(second >= 2 - 1e-6 && second <= 8 + 1e-6, `${second}`);
    assert.ok(space.holds(values));
    assert.not.ok(space.holds({ ...values, widths: [first, second - 0.5] }));
  }
});

it("have their optimum on the relation: 1 at equal shares of resin and filler", () => {
  const strength = ({ resin, filler, solvent }: Readonly<Record<string, unknown>>) =>
    4 * Number(resin) * Number(filler) + 0.6 * Number(solvent) + Number(resin) * Number(solvent);
  const search = new ServerSearch({
    ...{
      variables: SHARE_VARIABLES,
      relation: SUM_IS_ONE,
      seed: 5,
      maximum: 40,
      warmStart: false,
      knownSimulations: [],
    },
    goals: { score: (_, { y }) => Number(y) },
  });
  for (let i = 0; i < 40; i++) {
    const proposal = search.ask();
    if (proposal === null) break;
    const { index, inputs } = proposal;
    search.tell([{ index, inputs, state: "complete", outputs: { y: strength(inputs) } }]);
  }
  const best = Math.max(...search.rated.map(({ score }) => score ?? 0));
  assert.ok(best > 0.98 && best < 1 + 1e-9, `${best}`);
});
