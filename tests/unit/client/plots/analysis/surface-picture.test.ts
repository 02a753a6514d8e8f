import { createSurfaceFigure } from "@understudy/client/plots/analysis/response-surface.ts";
import { chooseLevels, type ResponseSurface } from "@understudy/client/plots/analysis/surface-model.ts";
import { paintSurface } from "@understudy/client/plots/analysis/surface-picture.ts";
import { colorAt, parseChannels } from "@understudy/client/plots/chart/map-colors.ts";
import { createScale } from "@understudy/client/plots/chart/scales.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("the picture of a response surface");

const SIDE_PX = 100;
/** From 0 at the left to 10 at the right edge, on a grid that leaves the upper half of the axes free. */
const surface: ResponseSurface = {
  isScene: false,
  isNarrow: false,
  x: { name: "Width", unit: "m", places: [0, 1, 2], options: null, range: [0, 2] },
  y: { name: "Height", unit: "m", places: [0, 1], options: null, range: [0, 2] },
  output: { name: "Mass", unit: "kg", isLogarithmic: false, colorRange: [0, 10], axisRange: [0, 10] },
  values: [0, 5, 10, 0, 5, 10],
  lower: [-1, 4, 9, -1, 4, 9],
  upper: [1, 6, 11, 1, 6, 11],
  far: [false, false, false, false, false, false],
  showUncertainties: false,
  limits: [],
  groups: [],
  source: null,
};
const area = {
  ...{ left: 10, right: 10 + SIDE_PX, top: 20, bottom: 20 + SIDE_PX },
  place: {
    x: createScale({ type: "linear", range: surface.x.range }, [10, 10 + SIDE_PX]),
    y: createScale({ type: "linear", range: surface.y.range }, [20 + SIDE_PX, 20]),
  },
};

/** Paints the surface. @returns the red, green, blue and opacity of a pixel */
function paint(change: Partial<ResponseSurface> = {}, hidden: readonly string[] = []) {
  const data = new Uint8ClampedArray(4 * SIDE_PX * SIDE_PX);
  const pixels = { data, width: SIDE_PX, height: SIDE_PX };
  const view = { area, palette: LIGHT_PALETTE, hidden: new Set(hidden) };
  paintSurface(pixels, { ...surface, ...change }, view);
  return (column: number, row: number) => [...data.subarray(4 * (row * SIDE_PX + column)).subarray(0, 4)];
}

it("has the colour of the map between two levels, and nothing beside the grid", () => {
  const pixel = paint();
  const { start, size, count } = chooseLevels(surface);
  for (let band = 0; band <= count; band++) {
    const middle = start + (band - 0.5) * size;
    const column = Math.floor((middle / 10) * SIDE_PX);
    assert.equal(
      pixel(column, 75),
      [...parseChannels(colorAt("viridis", band / count)), 255],
      `band ${band}`,
    );
  }
  assert.equal(pixel(50, 25), [0, 0, 0, 0]);
});

it("divides the colours at the levels of the map that plotly.js draws", () => {
  const [map] = createSurfaceFigure(surface, LIGHT_PALETTE).data;
  const { start, size, count } = chooseLevels(surface);
  assert.equal(map?.type === "contour" && [map.contours?.start, map.contours?.size, map.contours?.end], [
    start,
    size,
    start + (count - 1) * size,
  ]);
  assert.ok(start > 0 && start + (count - 1) * size < 10, "all lie within the range of the colours");
});

it("has a line where the prediction meets a limit, unless the reader has hidden it", () => {
  const limits = [{ side: "upper", value: 5.2 }] as const;
  const at = Math.floor((5.2 / 10) * SIDE_PX);
  const isLimit = (pixel: ReturnType<typeof paint>) =>
    [at - 1, at, at + 1].some(
      (column) => String(pixel(column, 75)) === String([...parseChannels(LIGHT_PALETTE.actual), 255]),
    );
  assert.ok(isLimit(paint({ limits })));
  assert.not.ok(isLimit(paint({ limits }, ["Upper limit 5.2 kg"])));
});

/** The columns of a row of the picture that have a limit's colour. */
const listLimitColumns = (pixel: ReturnType<typeof paint>, row = 75) =>
  Array.from({ length: SIDE_PX }, (_, column) => column).filter(
    (column) => String(pixel(column, row)) === String([...parseChannels(LIGHT_PALETTE.actual), 255]),
  );

it("has a line where the prediction equals a limit and does not cross it", () => {
  // It equals the limit from the left edge to the middle, as the predictions of a clipped output do.
  const values = [5.2, 5.2, 0, 5.2, 5.2, 0];
  const columns = listLimitColumns(paint({ values, limits: [{ side: "upper", value: 5.2 }] }));
  assert.equal([columns[0], columns.at(-1)], [0, SIDE_PX / 2]);
  assert.ok(columns.length < 6, `an outline, which leaves the map in view: ${columns}`);
});

it("has the outline of the grid where the prediction equals a limit everywhere", () => {
  const values = [5.2, 5.2, 5.2, 5.2, 5.2, 5.2];
  const pixel = paint({ values, limits: [{ side: "lower", value: 5.2 }] });
  const [border, middle] = [listLimitColumns(pixel, 50), listLimitColumns(pixel, 75)];
  assert.ok(border.length > 0.9 * SIDE_PX, String(border));
  assert.ok(middle[0] === 0 && middle.length < 0.1 * SIDE_PX, String(middle));
});

it("has a veil over the cells that are far from the training data", () => {
  const far = [false, false, true, false, false, true];
  const [clear, veiled] = [paint(), paint({ far })];
  assert.equal(veiled(10, 75), clear(10, 75));
  assert.not.equal(veiled(97, 75), clear(97, 75));
});
