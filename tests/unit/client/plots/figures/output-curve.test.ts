import { tableCsv } from "@understudy/client/plots/csv.ts";
import { outputCurveChart } from "@understudy/client/plots/figures/output-curve.ts";
import { type Chart, describePoint, type LineMark } from "@understudy/client/plots/model/chart.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { createSpan } from "@understudy/client/plots/model/ranges.ts";
import { walkTo } from "@understudy/client/plots/walk.ts";
import { assert, suite } from "../../../../harness.ts";

const output = suite("the output figure");
const curve = { x: [0, 1, 2], values: [1, 2, 3], lower: [0.5, 1.5, 2.5], upper: [1.5, 2.5, 3.5] };
const shown = {
  name: "u <b>field</b>",
  unit: "V",
  coordinate: "t",
  coordinateUnit: "s",
  predicted: curve,
  isFar: false,
  along: { type: "linear", range: [0, 2] },
  yRange: [0, 4],
  isLogarithmic: false,
  showUncertainties: true,
  isLoop: false,
  actual: null,
} as const;

const findLine = ({ marks }: Chart, name: string) =>
  marks.find((mark): mark is LineMark => mark.kind === "line" && mark.name === name);

output("has the fixed ranges it is given, and axes with names and units", () => {
  const { x, y } = outputCurveChart(shown, LIGHT_PALETTE);
  assert.equal(y.range, [0, 4]);
  assert.equal([x.name, x.unit], ["t", "s"]);
  assert.equal([y.name, y.unit], ["u <b>field</b>", "V"]);
});

output("over decades has a logarithmic axis that holds both ends", () => {
  const { x } = outputCurveChart({ ...shown, along: createSpan([1, 1e6], "log") }, LIGHT_PALETTE);
  assert.is(x.type, "log");
  assert.ok(x.range[0] < 1 && x.range[0] > 0 && x.range[1] > 1e6 && x.range[1] < 1e7);
});

output("on a logarithmic axis marks what is not above 0 at the lower edge, and counts it in words", () => {
  const predicted = { ...curve, values: [-1, 10, 100] };
  const actual = { label: "Row 3", x: [0, 1, 2], y: [0, -2, 50] };
  const pinned = [{ label: "worst case", color: "#00795a", x: [0, 1, 2], y: [3, 0, 1] }];
  const plot = { ...shown, predicted, actual, pinned, isLogarithmic: true, yRange: [-1, 2] as const };
  const { marks, summary } = outputCurveChart(plot, LIGHT_PALETTE);
  // A null is at the lower edge of what is seen, zoomed or not.
  const edges = marks.flatMap((mark) =>
    mark.kind === "points" && mark.isAtEdge ? [[mark.name, mark.x, mark.y]] : [],
  );
  assert.equal(edges, [
    ["Emulator at or below 0", [0], [null]],
    ["Row 3 at or below 0", [0, 1], [null, null]],
    ["worst case at or below 0", [1], [null]],
  ]);
  assert.match(summary, /At or below 0: 1 predicted values, 2 of Row 3, 1 of worst case\.$/);
  const linear = outputCurveChart({ ...plot, isLogarithmic: false }, LIGHT_PALETTE);
  assert.is(
    linear.marks.some(({ kind }) => kind === "points"),
    false,
  );
});

output("has no band when uncertainties are hidden", () => {
  const { marks } = outputCurveChart({ ...shown, showUncertainties: false }, LIGHT_PALETTE);
  assert.equal(
    marks.map(({ kind }) => kind),
    ["line"],
  );
});

output(
  "over a sweep that turns back has a band for each branch, and is read where the pointer is near",
  () => {
    const predicted = {
      x: [0, 1, 2, 1, 0],
      values: [1, 2, 3, 4, 5],
      lower: [0, 1, 2, 3, 4],
      upper: [2, 3, 4, 5, 6],
    };
    const actual = { label: "Row 3", x: [0, 1, 2, 1, 0], y: [11, 12, 13, 14, 15] };
    const { marks, readout } = outputCurveChart({ ...shown, predicted, actual, isLoop: true }, LIGHT_PALETTE);
    assert.equal(
      marks.map((mark) => [mark.kind, mark.x]),
      [
        ["band", [0, 1, 2]],
        ["band", [2, 1, 0]],
        ["line", predicted.x],
        ["line", actual.x],
      ],
    );
    assert.is(readout.nearest, "both");
    assert.is(readout.parts(3).find(({ label }) => label === "Row 3")?.text, "14.000 V");
  },
);

output("a row of the data is drawn at its own coordinates", () => {
  const chart = outputCurveChart(
    { ...shown, actual: { label: "Row 3", x: [0, 2], y: [1, 9] } },
    LIGHT_PALETTE,
  );
  assert.equal(findLine(chart, "Row 3")?.x, [0, 2]);
});

output("far from the training data curve and band are faded, and the crosshair says why", () => {
  const { marks, readout } = outputCurveChart({ ...shown, isFar: true }, LIGHT_PALETTE);
  assert.equal(
    marks.map((mark) => "faded" in mark && mark.faded),
    [true, true],
  );
  assert.is(readout.parts(0).at(-1)?.label, "far from the training data");
});

output("the crosshair names value, unit and bounds, and the row's value beside them", () => {
  const actual = { label: "Row 3", x: [0, 2], y: [1, 9] };
  const { readout } = outputCurveChart({ ...shown, actual }, LIGHT_PALETTE);
  assert.equal(
    readout.parts(2).map(({ label, text }) => `${label} ${text}`),
    ["t 2.0000 s", "Emulator 3.0000 V (2.5000 V to 3.5000 V)", "Row 3 9.0000 V"],
  );
});

output("its numbers are a table: the curve with its bounds, the row at its own coordinates", () => {
  const actual = { label: "Row 3", x: [0, 2], y: [1, 9] };
  const csv = tableCsv(outputCurveChart({ ...shown, actual }, LIGHT_PALETTE).table());
  assert.equal(csv.split("\r\n"), [
    "t (s),u <b>field</b> (V),Lower bound,Upper bound,Row 3: t,Row 3",
    "0,1,0.5,1.5,0,1",
    "1,2,1.5,2.5,2,9",
    "2,3,2.5,3.5,,",
    "",
  ]);
});

output("names bounds that hold a whole curve or map, in its text and in its file", () => {
  const describe = (joint: "curve" | "map" | null) => {
    const { summary, table } = outputCurveChart({ ...shown, joint }, LIGHT_PALETTE);
    return [/with 95% bounds[^.,]*/.exec(summary)?.[0], table().header[2], table().header[3]];
  };
  assert.equal(describe("map"), [
    "with 95% bounds of the whole map",
    "Lower bound of the whole map",
    "Upper bound of the whole map",
  ]);
  assert.equal(describe("curve")[1], "Lower bound of the whole curve");
  assert.equal(describe(null), ["with 95% bounds", "Lower bound", "Upper bound"]);
});

output("its points can be read out, with their bounds when these are shown", () => {
  const { readout } = outputCurveChart(shown, LIGHT_PALETTE);
  assert.is(describePoint(readout, 1), "t 1.0000 s: 2.0000 V, from 1.5000 V to 2.5000 V");
  assert.is(walkTo(readout, null, "ArrowRight"), 0);
  assert.is(walkTo(readout, 2, "ArrowRight"), 2);
  assert.is(walkTo(readout, null, "End"), 2);
  assert.is(walkTo(readout, 1, "a"), null);
});

output("draws the curves at pinned points dashed, and names them in its texts and its file", () => {
  const pinned = [{ label: "worst case", color: "#00795a", x: [0, 1, 2], y: [3, 2, 1] }];
  const chart = outputCurveChart({ ...shown, pinned }, LIGHT_PALETTE);
  const line = findLine(chart, "worst case");
  assert.equal(line?.y, [3, 2, 1]);
  assert.ok(line?.dash);
  assert.match(chart.summary, /with the curves at worst case/);
  assert.equal(chart.readout.parts(1).at(-1), { label: "worst case", text: "2.0000 V", color: "#00795a" });
  const [header, first] = tableCsv(chart.table()).split(/\r?\n/);
  assert.match(header ?? "", /worst case: t,worst case$/);
  assert.match(first ?? "", /,0,3$/);
});

output("reads a pinned loop on the branch of the pointer", () => {
  const x = [0, 1, 2, 1, 0];
  const predicted = { x, values: [0, 1, 2, 3, 4], lower: [0, 1, 2, 3, 4], upper: [0, 1, 2, 3, 4] };
  const pinned = [{ label: "worst case", color: "#00795a", x, y: [5, 6, 7, 8, 9] }];
  const chart = outputCurveChart({ ...shown, predicted, isLoop: true, pinned }, LIGHT_PALETTE);
  const readPinned = (at: number) => chart.readout.parts(at).at(-1)?.text;
  assert.equal([1, 3].map(readPinned), ["6.0000 V", "8.0000 V"]);
});
