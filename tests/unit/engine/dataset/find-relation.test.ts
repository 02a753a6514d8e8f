import { findRelation } from "@understudy/engine/dataset/find-relation.ts";
import { createRandom } from "@understudy/engine/math/random.ts";
import { dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("a relation between inputs");

const ROW_COUNT = 80;
const random = createRandom(1);
const draw = () => Float64Array.from({ length: ROW_COUNT }, () => random.uniform());
const combine = (of: (row: number) => number) =>
  Float64Array.from({ length: ROW_COUNT }, (_, row) => of(row));
const [a, b, c] = [draw(), draw(), draw()];
const column = (name: string, values: Float64Array) => ({ name, values });
const formatRelation = (columns: Parameters<typeof findRelation>[0]): string | null => {
  const relation = findRelation(columns);
  return relation && dataNoteText(relation, (name) => name);
};

it("is found and written as somebody would, also where the values were rounded", () => {
  const rest = combine((row) => 1 - (a[row] ?? 0) - (b[row] ?? 0));
  const expected = "a + b + rest = 1 in every row: designs that break this are unlike all of the data.";
  assert.is(formatRelation([column("a", a), column("b", b), column("rest", rest)]), expected);
  const rounded = [a, b, rest].map((values) => values.map((value) => Number(value.toFixed(4))));
  assert.is(formatRelation(["a", "b", "rest"].map((name, at) => column(name, rounded[at] ?? a))), expected);
  const d = combine((row) => 2 * (a[row] ?? 0) - (b[row] ?? 0) - 4);
  assert.match(
    formatRelation([column("a", a), column("b", b), column("c", c), column("d", d)]) ?? "",
    /^2 a - b - d = 4 in/,
  );
});

it("has the sum 0 where the rounded values miss it by little", () => {
  const sum = combine((row) => Number(((a[row] ?? 0) + 2 * (b[row] ?? 0)).toPrecision(8)));
  const columns = [column("a", a), column("b", b), column("w", sum), column("c", c)];
  assert.match(formatRelation(columns) ?? "", /^a \+ 2 b - w = 0 in/);
});

it("is found in shares with so few decimals that their sums vary", () => {
  for (const [total, decimals] of [
    [1, 2],
    [100, 1],
    [100, 0],
  ] as const) {
    const shares = combine((row) => -Math.log(a[row] ?? 1)).map((first, row) => {
      const rest = -Math.log(b[row] ?? 1) - Math.log(c[row] ?? 1);
      return first / (first + rest);
    });
    const columns = [
      shares,
      shares.map((share, row) => (1 - share) * (b[row] ?? 0)),
      shares.map((share, row) => (1 - share) * (1 - (b[row] ?? 0))),
      draw().map((value) => 50 * value),
    ].map((values, at) =>
      column(
        "ABCT"[at] ?? "",
        values.map((value) => Number((at === 3 ? value : total * value).toFixed(decimals))),
      ),
    );
    assert.match(formatRelation(columns) ?? "", new RegExp(`^A \\+ B \\+ C = ${total} in`));
  }
});

it("is not seen in independent inputs, copies of an input, or a relation that only nearly holds", () => {
  assert.is(formatRelation([column("a", a), column("b", b), column("c", c)]), null);
  assert.is(
    formatRelation([
      column("a", a),
      column("b", b),
      column(
        "kelvin",
        a.map((value) => value + 273.15),
      ),
    ]),
    null,
  );
  const nearly = combine((row) => 1 - (a[row] ?? 0) - (b[row] ?? 0) + 0.01 * (c[row] ?? 0));
  assert.is(formatRelation([column("a", a), column("b", b), column("nearly", nearly)]), null);
});
