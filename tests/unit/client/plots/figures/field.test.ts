import { tableCsv } from "@understudy/client/plots/csv.ts";
import { type Field, fieldChart } from "@understudy/client/plots/figures/field.ts";
import {
  cutAlongColumn,
  cutAlongRow,
  measureField,
} from "@understudy/client/plots/figures/field-measures.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { walkTo } from "@understudy/client/plots/walk.ts";
import { createSamplePoints } from "@understudy/client/predictions/sample-points.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeConfig, makeOutput } from "../../../../support/factories.ts";

const it = suite("a field as a map");

const values = [1, 2, 3, 4, 5, 6];
const field: Field = {
  name: "u",
  unit: "V",
  columns: 3,
  values,
  range: [1, 6],
  colors: "viridis",
  isFar: false,
  partsAt: (cell) => [{ label: "Emulator", text: String(values[cell]), color: null }],
  more: [{ name: "Lower bound", values: values.map((value) => value - 1) }],
};
const chart = fieldChart(field, LIGHT_PALETTE);

it("has its first row at the top", () => {
  assert.equal(
    [chart.x.range, chart.y.range],
    [
      [0.5, 3.5],
      [2.5, 0.5],
    ],
  );
  assert.equal([chart.map?.columns.length, chart.map?.rows.length], [4, 3]);
});

it("says row, column and value of a cell, and is walked through by cells and by rows", () => {
  assert.equal(
    chart.readout.parts(5).map(({ label, text }) => `${label} ${text}`),
    ["Row 2", "Column 3", "Emulator 6"],
  );
  assert.is(walkTo(chart.readout, 1, "ArrowRight"), 2);
  assert.is(walkTo(chart.readout, 1, "ArrowDown"), 4);
  assert.is(walkTo(chart.readout, 1, "ArrowUp"), 0);
});

it("has lines at the row and the column that are drawn as curves", () => {
  const { marks } = fieldChart({ ...field, cut: { row: 0, column: 2 } }, LIGHT_PALETTE);
  assert.equal(
    marks.map((mark) => mark.kind === "line" && [mark.x, mark.y]),
    [
      [
        [0.5, 3.5],
        [1, 1],
      ],
      [
        [3, 3],
        [0.5, 2.5],
      ],
    ],
  );
});

it("is cut along a row and along a column", () => {
  assert.equal(cutAlongRow(values, 3, 1), [4, 5, 6]);
  assert.equal(cutAlongColumn(values, 3, 1), [2, 5]);
});

it("has an integral, a mean and extremes with their places, and none where a value is missing", () => {
  assert.equal(measureField([3, -1, 7, 2]), {
    integral: 11,
    mean: 2.75,
    minimum: { value: -1, cell: 1 },
    maximum: { value: 7, cell: 2 },
  });
  assert.is(measureField([]), null);
  assert.is(measureField([1, Number.NaN]), null);
});

it("is a file of one cell a line", () => {
  const lines = tableCsv(chart.table()).split("\r\n");
  assert.equal([lines[0], lines[4]], ["Row,Column,u (V),Lower bound", "2,1,4,3"]);
});

it("has all of its values, where a curve is drawn through as many as the plot has room for", () => {
  const output = makeOutput("u", { type: "Vector", length: 2_500, grid_columns: 50 });
  const config = makeConfig({ outputs: [output] });
  const asCurve = createSamplePoints(config, [output], 1_000);
  assert.equal([asCurve.samples.u?.length, asCurve.coordinates.Index?.length], [1_000, 1_000]);
  const asMap = createSamplePoints(config, [output], 1_000, null, () => true);
  assert.equal([asMap.samples.u?.length, asMap.coordinates], [2_500, {}]);
});
