/** The part of a figure's axes that a reader sees, and shows to others. */
import { type AxesView, findZoom, zoomLayout } from "@understudy/client/plots/analysis/axes-area.ts";
import { assert, suite } from "../../../../harness.ts";

const scale = { to: (value: number) => value, from: (pixel: number) => pixel };
const area: AxesView["area"] = { left: 0, right: 1, top: 0, bottom: 1, place: { x: scale, y: scale } };
const FIGURE_LAYOUT: Parameters<typeof findZoom>[1] = {
  xaxis: { type: "log", range: [0, 3] },
  yaxis: { range: [-1, 1] },
};
const findShown = (x: readonly [number, number], y: readonly [number, number], isAutomatic = false) =>
  findZoom({ area, shown: { x, y }, isAutomatic }, FIGURE_LAYOUT);

const it = suite("the zoom of a figure");

it("is none while the axes are those of the figure, or hold all points", () => {
  assert.is(findShown([1, 1000], [-1, 1]), null);
  assert.equal(findShown([10, 1000], [-1, 1]), { x: [10, 1000], y: [-1, 1] });
  assert.is(findShown([10, 1000], [-1, 1], true), null);
});

it("is in values, and becomes exponents of ten along a logarithmic axis", () => {
  const { xaxis, yaxis } = zoomLayout(FIGURE_LAYOUT, { x: [10, 100], y: [0, 0.5] });
  assert.equal([xaxis?.range, yaxis?.range, xaxis?.type], [[1, 2], [0, 0.5], "log"]);
});
