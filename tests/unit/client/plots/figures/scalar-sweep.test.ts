import { type ScalarSweep, scalarSweepChart } from "@understudy/client/plots/figures/scalar-sweep.ts";
import { type Chart, describePoint, type PointsMark } from "@understudy/client/plots/model/chart.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../../harness.ts";

const sweep = suite("the scalar figure");
const swept: ScalarSweep = {
  output: "drag",
  unit: "",
  input: "speed",
  inputUnit: "m/s",
  sweep: { x: [1, 2], values: [5, 6], lower: [4, 5], upper: [6, 8] },
  far: [],
  isFar: false,
  xRange: [1, 2],
  isLogarithmicX: false,
  trainedRange: null,
  yRange: [0, 10],
  isLogarithmicY: false,
  showUncertainties: true,
  current: { x: 1.5, y: 5.5, lower: 4.5, upper: 7 },
  actual: { label: "Row 2", x: 1.2, y: 5.1 },
};

const listPointMarks = ({ marks }: Chart) =>
  marks.filter((mark): mark is PointsMark => mark.kind === "points");

sweep("marks where the slider stands and the row it is compared with", () => {
  assert.equal(
    listPointMarks(scalarSweepChart(swept, LIGHT_PALETTE)).map(({ name, x, y }) => [name, ...x, ...y]),
    [
      ["Sliders", 1.5, 5.5],
      ["Row 2", 1.2, 5.1],
    ],
  );
});

sweep("has a logarithmic axis for an output over decades", () => {
  const { y } = scalarSweepChart({ ...swept, isLogarithmicY: true, yRange: [-16, -6] }, LIGHT_PALETTE);
  assert.is(y.type, "log");
  assert.ok(Math.abs(y.range[0] / 1e-16 - 1) < 1e-9 && Math.abs(y.range[1] / 1e-6 - 1) < 1e-9);
});

sweep("shades what is drawn beyond the training data, and nothing where they reach everywhere", () => {
  const shaded = (trainedRange: [number, number]) =>
    scalarSweepChart({ ...swept, xRange: [0, 4], trainedRange }, LIGHT_PALETTE).zones.map(({ from, to }) => [
      from,
      to,
    ]);
  assert.equal(shaded([1, 3]), [
    [0, 1],
    [3, 4],
  ]);
  assert.equal(shaded([-1, 3]), [[3, 4]]);
  assert.equal(shaded([0, 4]), []);
});

sweep("line and band are faded where points are far from the training data", () => {
  const { marks, readout } = scalarSweepChart({ ...swept, far: [false, true] }, LIGHT_PALETTE);
  assert.equal(
    marks.slice(0, 2).map((mark) => [mark.kind, "faded" in mark && mark.faded]),
    [
      ["band", [false, true]],
      ["line", [false, true]],
    ],
  );
  assert.match(describePoint(readout, 1), /, far from the training data$/);
});

sweep("an input with categories is drawn as points with error bars, never as a line", () => {
  const { marks, x } = scalarSweepChart(
    { ...swept, xRange: null, sweep: { ...swept.sweep, x: ["a", "b"] }, current: null, actual: null },
    LIGHT_PALETTE,
  );
  assert.equal(
    marks.map(({ kind }) => kind),
    ["points"],
  );
  assert.equal(x.categories, ["a", "b"]);
  const [points] = marks;
  assert.equal(points?.kind === "points" && points.bars?.upper, [6, 8]);
});
