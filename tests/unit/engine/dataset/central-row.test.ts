import { findCentralRow } from "@understudy/engine/dataset/central-row.ts";
import type { InputMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the row where people start looking");

const numeric = (name: string, min: number, max: number): InputMeta => ({
  kind: "numeric",
  name,
  min,
  max,
  integer: false,
  countsRows: false,
  uniqueValues: null,
  centre: min / 2 + max / 2,
});
const kind: InputMeta = { kind: "categorical", name: "kind", levels: ["n", "p"], commonest: 1, counts: [] };

async function* streamRows(...rows: number[][]): AsyncGenerator<Float64Array> {
  for (const row of rows) yield Float64Array.from(row);
}

it("is the one nearest to the middle, each input scaled by its range", async () => {
  const inputs = [numeric("small", 0, 1), numeric("large", 0, 1e6)];
  const rows = streamRows([0, 0], [0.9, 5e5], [0.4, 6e5], [1, 1e6]);
  assert.equal(await findCentralRow({ inputs }, rows), [0.4, 6e5]);
});

it("has the commonest category where one such row is as near", async () => {
  const inputs = [numeric("x", 0, 10), kind];
  assert.equal(await findCentralRow({ inputs }, streamRows([5, 0], [4.5, 1], [0, 1])), [4.5, 1]);
});

it("is found where a range is more than a number holds, and where nothing varies", async () => {
  const wide = [numeric("x", -1.7e308, 1.7e308)];
  assert.equal(await findCentralRow({ inputs: wide }, streamRows([-1.7e308], [1e300], [1.7e308])), [1e300]);
  assert.equal(await findCentralRow({ inputs: [numeric("x", 3, 3)] }, streamRows([3], [3])), [3]);
});
