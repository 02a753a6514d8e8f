import {
  findNearestPoint,
  listPointsWithin,
  paintPoints,
  type RasterView,
} from "@understudy/client/plots/analysis/point-raster.ts";
import { assert, suite } from "../../../../harness.ts";

const RED_MARKER = { color: "#ff0000", isHollow: false, opacity: 1 };
const BLUE_MARKER = { color: "#0000ff", isHollow: false, opacity: 1 };
const [WIDTH, HEIGHT] = [40, 30];

/** One value is one pixel; the vertical axis points up. */
const PLOT_AREA = {
  ...{ left: 0, right: WIDTH, top: 0, bottom: HEIGHT },
  place: {
    x: { to: (value: number) => value, from: (pixel: number) => pixel },
    y: { to: (value: number) => HEIGHT - value, from: (pixel: number) => HEIGHT - pixel },
  },
};

const makePoints = (...points: readonly (readonly [x: number, y: number, marker: number])[]) => ({
  x: Float64Array.from(points, ([x]) => x),
  y: Float64Array.from(points, ([, y]) => y),
  markers: Uint8Array.from(points, ([, , marker]) => marker),
});

const ALL_SHOWN: RasterView = { markers: [RED_MARKER, BLUE_MARKER], hidden: new Set(), selected: null };

/** @returns the colour and opacity at a place in values of the axes */
function paint(points: ReturnType<typeof makePoints>, view: Partial<RasterView> = {}, scale = 1) {
  const [width, height] = [WIDTH * scale, HEIGHT * scale];
  const pixels = { data: new Uint8ClampedArray(4 * width * height), width, height };
  paintPoints(pixels, points, { ...ALL_SHOWN, ...view }, PLOT_AREA);
  return (x: number, y: number) => {
    const at = 4 * (Math.floor((HEIGHT - y) * scale) * width + Math.floor(x * scale));
    return [...pixels.data.subarray(at, at + 4)];
  };
}

const painting = suite("the picture of very many points");
painting("has a disc of 7 pixels at each point, and nothing elsewhere", () => {
  const read = paint(makePoints([20.5, 15.5, 0]));
  assert.equal(read(20.5, 15.5), [255, 0, 0, 255]);
  assert.equal(read(23.5, 15.5), [255, 0, 0, 255], "3 pixels from the middle");
  assert.equal(read(25.5, 15.5), [0, 0, 0, 0], "5 pixels from the middle");
});
painting("has larger discs at twice the resolution", () => {
  const read = paint(makePoints([20.25, 15.25, 0]), {}, 2);
  assert.equal(read(23.25, 15.25), [255, 0, 0, 255]);
  assert.equal(read(24.75, 15.25), [0, 0, 0, 0]);
});
painting("draws later groups over earlier ones, whatever the order of the points", () => {
  for (const points of [makePoints([20, 15, 0], [20, 15, 1]), makePoints([20, 15, 1], [20, 15, 0])])
    assert.equal(paint(points)(20, 15), [0, 0, 255, 255]);
});
painting("leaves the middle of hollow markers free", () => {
  const read = paint(makePoints([20.5, 15.5, 0]), { markers: [{ ...RED_MARKER, isHollow: true }] });
  assert.is(read(20.5, 15.5)[3], 0);
  assert.ok((read(24.5, 15.5)[3] ?? 0) + (read(23.5, 15.5)[3] ?? 0) > 200, "the outline");
});
painting("draws points at the edge in part, and none that is hidden, has no value or lies outside", () => {
  const edge = paint(makePoints([0, 15, 0]));
  assert.equal(edge(1, 15), [255, 0, 0, 255]);
  const none = makePoints([20, 15, 0], [Number.NaN, 10, 1], [400, 10, 1], [20, -300, 1]);
  const read = paint(none, { hidden: new Set([0]) });
  const inked = Array.from({ length: WIDTH * HEIGHT }, (_, at) =>
    read((at % WIDTH) + 0.5, Math.floor(at / WIDTH) + 0.5),
  ).filter(([, , , opacity]) => opacity !== 0);
  assert.equal(inked, []);
});
painting("draws points that are not selected pale, and below the selected ones", () => {
  const points = makePoints([20, 15, 0], [20, 15, 1], [5, 5, 1]);
  const read = paint(points, { selected: Uint8Array.of(1, 0, 0) });
  assert.equal(read(20, 15), [255, 0, 0, 255]);
  assert.equal(read(5, 5), [0, 0, 255, 51]);
});
painting("draws many points that are not selected no less pale than one", () => {
  const pile = Array.from({ length: 30 }, () => [20, 15, 0] as const);
  const selected = new Uint8Array(pile.length + 1);
  selected[pile.length] = 1;
  const read = paint(makePoints(...pile, [5, 5, 1]), { selected });
  assert.equal(read(20, 15), [255, 0, 0, 51]);
  assert.equal(read(5, 5), [0, 0, 255, 255]);
});
painting("mixes the colours of groups that let others through", () => {
  const read = paint(makePoints([20, 15, 0], [20, 15, 1]), {
    markers: [RED_MARKER, { ...BLUE_MARKER, opacity: 0.5 }],
  });
  const [red = 0, green, blue = 0, opacity] = read(20, 15);
  assert.ok(Math.abs(red - 127) <= 2 && green === 0 && Math.abs(blue - 128) <= 2, read(20, 15).join());
  assert.is(opacity, 255);
});

const reading = suite("the points of a picture");
const FOUR_POINTS = makePoints([10, 10, 0], [20, 20, 1], [30, 10, 0], [Number.NaN, 10, 0]);
reading("are read where one is nearest and not hidden", () => {
  assert.is(findNearestPoint(FOUR_POINTS, new Set(), PLOT_AREA, { x: 19, y: 12 }), 1);
  assert.is(findNearestPoint(FOUR_POINTS, new Set([1]), PLOT_AREA, { x: 19, y: 12 }), 0);
  assert.is(findNearestPoint(FOUR_POINTS, new Set([0, 1]), PLOT_AREA, { x: 19, y: 12 }), null);
});
reading("are selected in a box, from whichever corner it is drawn, and in a lasso", () => {
  const box = { kind: "box", x: [25, 5], y: [5, 25] } as const;
  assert.equal(listPointsWithin(FOUR_POINTS, new Set(), box), [0, 1]);
  assert.equal(listPointsWithin(FOUR_POINTS, new Set([0]), box), [1]);
  const triangle = { kind: "lasso", x: [0, 40, 20], y: [5, 5, 18] } as const;
  assert.equal(
    listPointsWithin(FOUR_POINTS, new Set(), triangle),
    [0, 2],
    "the point above its tip stays out",
  );
});
