import { createSurfaceFigure } from "@understudy/client/plots/analysis/response-surface.ts";
import type { ResponseSurface } from "@understudy/client/plots/analysis/surface-model.ts";
import { formatSurfaceTicks } from "@understudy/client/plots/analysis/surface-ticks.ts";
import { tableCsv } from "@understudy/client/plots/csv.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { walkTo } from "@understudy/client/plots/walk.ts";
import { assert, suite } from "../../../../harness.ts";

const it = suite("a response surface");

const X_PLACES = [0, 1, 2];
const values = [1, 2, 3, 4, 5, 6];
const surface: ResponseSurface = {
  isScene: false,
  isNarrow: false,
  x: { name: "Width", unit: "m", places: X_PLACES, options: null, range: [0, 2] },
  y: { name: "Size <i>", unit: "", places: [0, 1], options: ["small", "large"], range: [-0.5, 1.5] },
  output: { name: "Mass", unit: "kg", isLogarithmic: false, colorRange: [1, 6], axisRange: [0, 7] },
  values,
  lower: values.map((value) => value - 1),
  upper: values.map((value) => value + 1),
  far: values.map((value) => value === 6),
  showUncertainties: true,
  limits: [],
  groups: [
    {
      name: "Training rows nearby",
      kind: "rows",
      color: "red",
      points: [
        { x: 0.5, y: 1, z: 4.2, label: "Row 7" },
        { x: 1.5, y: 0, z: null, label: "Row 9" },
      ],
    },
  ],
  source: null,
};
const limits = [
  { side: "lower", value: 2 },
  { side: "upper", value: 5 },
] as const;
const draw = (change: Partial<ResponseSurface> = {}) =>
  createSurfaceFigure({ ...surface, ...change }, LIGHT_PALETTE);
const listNames = (figure: ReturnType<typeof draw>) => figure.legend.map(({ label }) => label);
const createStops = (figure: ReturnType<typeof draw>) => figure.stops(new Set());

it("is a map whose rows rise along the second input, with the cells far from the data below a veil", () => {
  const { data, layout, kind } = draw();
  const [map, veil, rows] = data;
  assert.is(kind, "axes");
  assert.equal(map?.type === "contour" && map.z, [
    [1, 2, 3],
    [4, 5, 6],
  ]);
  assert.equal(veil?.type === "heatmap" && veil.z, [
    [null, null, null],
    [null, null, 1],
  ]);
  assert.equal(rows?.type === "scatter" && [rows.x, rows.y], [
    [0.5, 1.5],
    [1, 0],
  ]);
  assert.equal(
    [layout.yaxis?.ticktext, layout.yaxis?.title],
    [["small", "large"], { ...Object(layout.yaxis?.title), text: "Size &lt;i>" }],
  );
});

it("is walked with the arrow keys where they point, and says each cell with its bounds", () => {
  const figure = draw();
  const { count, map, at } = createStops(figure);
  const read = (stop: number | null) =>
    figure
      .parts(at(stop ?? Number.NaN))
      .map(({ label, text }) => `${label} ${text}`.trim())
      .join(", ");
  assert.is(count, values.length);
  assert.match(read(0), /^Width 0\S* m, Size <i> large, Mass 4\.0000 kg \(3\.0000 kg to 5\.0000 kg\)$/);
  const below = walkTo({ count, columns: map?.columns }, 0, "ArrowDown");
  assert.match(read(below), /^Width 0\S* m, Size <i> small, Mass 1/);
  assert.match(read(2), /far from the training data$/);
  assert.equal(
    [map?.findMiddle(4), figure.locate?.({ trace: 0, point: 4 })],
    [
      [1, 1],
      [1, 1],
    ],
  );
  assert.is(figure.locate?.({ trace: 2, point: 0 }), null, "a row beside it has no ring");
});

it("reads a training row beside it, and counts the rows and the extremes in its text", () => {
  const figure = draw();
  const texts = figure.parts([{ trace: 2, point: 0 }]).map(({ label, text }) => `${label} ${text}`);
  assert.equal([texts[0], texts.at(-1)], ["Row 7 ", "Mass 4.2000 kg"]);
  assert.match(figure.summary, /3 by 2 values: lowest 1\.0000 kg at Width 0\S* m and Size <i> small/);
  assert.match(figure.summary, /highest 6\.0000 kg at Width 2\S* m and Size <i> large/);
  assert.match(figure.summary, /2 training rows nearby/);
});

it("is a file of one cell a line", () => {
  const lines = tableCsv(draw().table(null)).split("\r\n");
  assert.equal(
    [lines[0], lines[6]],
    ["Width (m),Size <i>,Mass (kg),Lower bound,Upper bound,Far from the training data", "2,large,6,5,7,yes"],
  );
});

it("has a line at each limit, and one where the bound on its side meets it", () => {
  const figure = draw({ limits });
  const lines = figure.data.flatMap((trace) =>
    trace.type === "contour" && trace.contours?.coloring === "none" ? [trace] : [],
  );
  assert.equal(
    lines.map(({ contours, z }) => [contours?.start, Array.isArray(z) && z[0]]),
    [
      [2, [1, 2, 3]],
      [2, [0, 1, 2]],
      [5, [1, 2, 3]],
      [5, [2, 3, 4]],
    ],
  );
  assert.is(listNames(draw({ limits, showUncertainties: false })).length, listNames(figure).length - 2);
});

it("has its bounds as sheets and its limits as planes in a scene", () => {
  const figure = draw({ isScene: true, limits });
  assert.is(figure.kind, "scene");
  const sheets = figure.data.flatMap((trace) => (trace.type === "surface" ? [trace] : []));
  assert.equal(
    sheets.map(({ name, z, opacity }) => [name, Array.isArray(z) && z.length, opacity === undefined]),
    [
      ["Mass", 2, true],
      ["Upper bound", 2, false],
      ["Lower bound", 2, false],
      ["Lower limit 2 kg", 2, false],
      ["Upper limit 5 kg", 2, false],
      ["Far from the training data", 2, true],
    ],
  );
  const [first] = sheets;
  const { start = 0, end = 0, size = 0 } = first?.contours?.z ?? {};
  // plotly.js draws the levels below the end.
  assert.equal([start, start + size, end > start + size, end < start + 2 * size], [2, 5, true, true]);
  assert.equal([first?.cmin, first?.cmax], [1, 6]);
  assert.is(draw({ isScene: true, showUncertainties: false, far: values.map(() => false) }).data.length, 2);
});

it("is muted in a scene where it is far from the data, without a gap beside it, and counts these values", () => {
  const figure = draw({ isScene: true, showUncertainties: false });
  const [near, far] = figure.data;
  assert.equal(near?.type === "surface" && near.z, [
    [1, 2, 3],
    [4, 5, null],
  ]);
  assert.equal(far?.type === "surface" && far.z, [
    [null, 2, 3],
    [null, 5, 6],
  ]);
  assert.ok(listNames(figure).includes("Far from the training data"));
  assert.equal(figure.parts([{ trace: 1, point: 5 }]).at(-1)?.label, "far from the training data");
  assert.match(figure.summary, / 1 of 6 values far from the training data\./);
});

it("marks the cell that the keyboard has come to in a scene, and reads a sheet as the cell below", () => {
  const figure = draw({ isScene: true });
  const marked = figure.mark?.(figure.data, createStops(figure).at(0)) ?? [];
  const ring = marked.at(-1);
  assert.is(marked.length, figure.data.length + 1);
  assert.equal(ring?.type === "scatter3d" && [ring.x, ring.y, ring.z], [[0], [1], [4]]);
  assert.equal(figure.parts([{ trace: 1, point: 3 }]), figure.parts([{ trace: 0, point: 3 }]));
});

it("over decades lies on exponents with ticks of values, and leaves out what has none", () => {
  const logarithmic = draw({
    values: [-1, 1, 10, 100, 1e3, 1e4],
    output: { ...surface.output, isLogarithmic: true, colorRange: [0, 4], axisRange: [0, 4] },
  });
  const [map] = logarithmic.data;
  assert.equal(map?.type === "contour" && map.z, [
    [null, 0, 1],
    [2, 3, 4],
  ]);
  const ticks = formatSurfaceTicks({ unit: "A", isLogarithmic: true }, [-9, -3]);
  assert.equal([ticks.tickvals?.[0], ticks.ticktext?.[0], ticks.ticktext?.at(-1)], [-9, "1n", "1m"]);
});
