import { axisBins, countCells, countIn } from "@understudy/engine/specs/graphs/axis-bins.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the bins of a column");
const column = (values: number[], more: Partial<Parameters<typeof axisBins>[0]> = {}) => ({
  values: Float64Array.from(values),
  levels: null,
  spacing: "linear" as const,
  ...more,
});

it("are one a level of a category, whether a row has it or not", () => {
  const colours = column([0, 2, 2, 2], { levels: ["red", "green", "blue"] });
  const bins = axisBins(colours);
  assert.equal(bins.edges, [-0.5, 0.5, 1.5, 2.5]);
  assert.equal(countIn(colours, bins), [1, 0, 3]);
});
it("are at most 60, of very many levels too", () => {
  const levels = Array.from({ length: 1_000 }, (_, at) => `level ${at}`);
  const codes = column(
    levels.map((_, at) => at),
    { levels },
  );
  const bins = axisBins(codes);
  assert.ok(bins.edges.length <= 61, `${bins.edges.length}`);
  const counts = countIn(codes, bins);
  assert.is(
    counts.reduce((sum, count) => sum + count, 0),
    1_000,
  );
});
const repeated = (...values: number[]) =>
  column(Array.from({ length: 20 * values.length }, (_, at) => values[at % values.length] ?? 0));

it("are equal, one about each distinct value where few values repeat", () => {
  const steps = repeated(1, 2, 4);
  const bins = axisBins(steps);
  assert.equal(bins.edges, [0.5, 1.5, 2.5, 3.5, 4.5]);
  assert.equal(countIn(steps, bins), [20, 20, 0, 20]);
  const uneven = repeated(0, 1, 2.6, 3.7);
  const { edges } = axisBins(uneven);
  assert.equal(edges, [-0.5, 0.5, 1.5, 2.5, 3.5, 4.5]);
  assert.equal(countIn(uneven, axisBins(uneven)), [20, 20, 0, 20, 20]);
});
it("are equal where one about each distinct value would be too many, and where gaps differ by their last bits", () => {
  const far = axisBins(repeated(0, 1e-3, 1)).edges;
  assert.ok(far.length <= 41, `${far.length}`);
  const widths = far.slice(1).map((edge, at) => edge - (far[at] ?? 0));
  assert.ok(Math.max(...widths) - Math.min(...widths) < 1e-12);
  const tenths = repeated(0.1, 0.2, 0.1 + 0.2, 0.4, 0.5, 0.6, 0.7);
  assert.equal(countIn(tenths, axisBins(tenths)), Array(7).fill(20));
});
it("are of equal width, and at most 40, where hardly a value repeats", () => {
  const values = column(Array.from({ length: 100_000 }, (_, at) => at / 99_999));
  const { edges } = axisBins(values);
  assert.ok(edges.length <= 41, `${edges.length}`);
  assert.equal([edges[0], edges.at(-1)], [0, 1]);
});
it("are equally wide in the logarithm on a logarithmic axis", () => {
  const values = column(
    Array.from({ length: 300 }, (_, at) => 10 ** (at / 100)),
    { spacing: "log" },
  );
  const { edges } = axisBins(values);
  const ratios = edges.slice(1).map((edge, at) => edge / (edges[at] ?? 1));
  assert.ok(Math.max(...ratios) - Math.min(...ratios) < 1e-9);
  assert.ok(Math.abs((edges.at(-1) ?? 0) - 10 ** 2.99) < 1e-9);
});
it("hold every value once, also where all are the same", () => {
  for (const values of [[7, 7, 7], [0], Array.from({ length: 500 }, (_, at) => Math.sin(at) ** 3)]) {
    const axisColumn = column(values);
    const counts = countIn(axisColumn, axisBins(axisColumn));
    assert.is(
      counts.reduce((sum, count) => sum + count, 0),
      values.length,
    );
  }
});
it("count pairs of values row by row of the second column", () => {
  const x = column([0, 1, 1, 0], { levels: ["a", "b"] });
  const y = column([0, 0, 2, 2], { levels: ["p", "q", "r"] });
  assert.equal(countCells([x, axisBins(x)], [y, axisBins(y)]), [1, 1, 0, 0, 1, 1]);
});
