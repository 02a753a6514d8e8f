import { drawSelected, togglePoints } from "@understudy/client/plots/analysis/selected-points.ts";
import { assert, suite } from "../../../../harness.ts";

const STACKED_ROWS = { mode: "markers", x: [1, 1, 1, 2, 2], y: [5, 5, 5, 7, 8] } as const;
const drawRows = (points: readonly number[], type: "scatter" | "scattergl" = "scatter") => {
  const { x, y, mode } = STACKED_ROWS;
  const data = [{ type, mode, x: [...x], y: [...y], marker: { opacity: 0.75 } }];
  const [trace] = drawSelected(
    data,
    points.map((point) => ({ trace: 0, point })),
  );
  if (trace?.type !== "scatter" && trace?.type !== "scattergl") throw new Error("There are no points.");
  return trace;
};

const drawing = suite("the points of a figure some of which are selected");

drawing("are drawn once at each place of the others, so that these stay pale", () => {
  for (const type of ["scatter", "scattergl"] as const)
    assert.equal(drawRows([3], type).marker?.opacity, [0.75, 0, 0, 0.75, 0.75]);
});

drawing("are drawn where they lie on others, and these are not", () => {
  const { marker, selectedpoints } = drawRows([1, 2]);
  assert.equal(
    [marker?.opacity, selectedpoints],
    [
      [0, 0.75, 0.75, 0.75, 0.75],
      [1, 2],
    ],
  );
});

drawing("leave lines, bars and marks that cannot be selected as they are", () => {
  const data = [
    { type: "scatter", mode: "lines", x: [1, 1], y: [2, 2] } as const,
    { type: "bar", x: [1, 1], y: [2, 2] } as const,
    { type: "scatter", mode: "markers", hoverinfo: "skip", x: [1, 1], y: [2, 2] } as const,
  ].map((trace) => ({ ...trace, x: [...trace.x], y: [...trace.y] }));
  assert.equal(
    drawSelected(data, []),
    data.map((trace) => ({ ...trace, selectedpoints: [] })),
  );
});

const toggling = suite("a point of a selection");

toggling("is added unless it is selected, and taken away otherwise", () => {
  const [first, second] = [
    { trace: 0, point: 1 },
    { trace: 1, point: 1 },
  ];
  assert.equal(togglePoints([first], [second]), [first, second]);
  assert.equal(togglePoints([first, second], [first]), [second]);
  assert.is(togglePoints([second], [second]), null);
});
