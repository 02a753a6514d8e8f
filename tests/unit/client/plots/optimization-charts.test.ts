import { describePoints } from "@understudy/client/plots/analysis/analysis-figure.ts";
import {
  type Brushes,
  createParallelFigure,
  listPassing,
  type ParallelDesigns,
} from "@understudy/client/plots/analysis/parallel-coordinates.ts";
import { createParetoFront } from "@understudy/client/plots/analysis/pareto-front.ts";
import { bestScoreChart } from "@understudy/client/plots/figures/best-score.ts";
import { LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import { assert, suite } from "../../../harness.ts";

const NO_TRACES: ReadonlySet<number> = new Set();

const it = suite("the charts of an optimization");
it("draw the best score in steps that go on to the last evaluation, pale where a limit is not kept", () => {
  const path = [
    { evaluations: 10, score: -1, violation: 0.5 },
    { evaluations: 40, score: 0.5, violation: 0 },
  ];
  const chart = bestScoreChart({ path, evaluations: 100, hasSpec: true }, "log", LIGHT_PALETTE);
  const line = chart.marks.find(({ name }) => name === "Best score");
  assert.ok(line?.kind === "line");
  if (line?.kind !== "line") return;
  assert.equal(line.x, [10, 40, 40, 100]);
  assert.equal(line.y, [-1, -1, 0.5, 0.5]);
  assert.equal(line.faded, [true, true, false, false]);
  assert.match(chart.summary, "0.50000 after 100 evaluations");
  assert.ok(chart.x.range[0] > 0);
  assert.equal(chart.table().rows.at(-1), [40, 0.5, 0]);
  const named = (hasSpec: boolean) =>
    bestScoreChart({ path, evaluations: 100, hasSpec }, "log", LIGHT_PALETTE).marks.map(({ name }) => name);
  assert.ok(named(true).includes("In spec from here") && !named(false).includes("In spec from here"));
});
it("are drawn before anything is found", () => {
  assert.match(
    bestScoreChart({ path: [], evaluations: 0, hasSpec: false }, "linear", LIGHT_PALETTE).summary,
    "None yet",
  );
  assert.is(createParetoFront([], ["a", "b"], [0, 1], null, LIGHT_PALETTE).stops(NO_TRACES).count, 0);
});

const front = suite("a Pareto front");
const GOAL_NAMES = ["Gain", "Less power", "Area"];
const FRONT_POINTS = [
  { goals: [1, 2, 3], violation: 0 },
  { goals: [2, 1, 5], violation: 0.1 },
  { goals: [3, null, 4], violation: 0 },
];
front(
  "draws those pale that do not keep all limits, marks the chosen one, and leaves out those without a goal",
  () => {
    const { data, table } = createParetoFront(FRONT_POINTS, GOAL_NAMES, [0, 1], 1, LIGHT_PALETTE);
    assert.equal(
      data.map((trace) => trace.type === "scatter" && [trace.x, trace.y, trace.marker?.opacity]),
      [
        [[2], [1], 0.4],
        [[1], [2], 1],
        [[2], [1], 1],
      ],
    );
    assert.is(table(null).rows.length, 3);
  },
);
front("is walked through in the order of the designs, which a selection names too", () => {
  const figure = createParetoFront(FRONT_POINTS, GOAL_NAMES, [0, 1], null, LIGHT_PALETTE);
  const stops = figure.stops(NO_TRACES);
  assert.equal(
    Array.from({ length: stops.count }, (_, at) => describePoints(figure, stops.at(at))),
    [
      "Gain 1.0000, Less power 2.0000, Area 3.0000",
      "Gain 2.0000, Less power 1.0000, Area 5.0000, limits not kept",
    ],
  );
  const references = figure.findReferences([1, 0, 2]);
  assert.equal(
    references.map((reference) => figure.findPoint(reference)),
    [1, 0],
  );
  assert.equal(figure.table(references.slice(0, 1)).rows, [[2, 1, 5, 0.1]]);
});
front(
  "with a third axis is a scene that marks the point the keyboard has come to, and shows selected points alone",
  () => {
    const figure = createParetoFront(FRONT_POINTS, GOAL_NAMES, [0, 2, 1], null, LIGHT_PALETTE);
    assert.is(figure.kind, "scene");
    assert.equal(figure.layout.scene?.zaxis?.title?.text, "Less power");
    const marked = figure.mark?.(figure.data, figure.stops(NO_TRACES).at(1)) ?? [];
    assert.is(marked.length, figure.data.length + 1);
    const [pale, full] = figure.leaveOut?.(figure.findReferences([1])) ?? [];
    assert.equal(
      [pale, full].map((trace) => trace?.type === "scatter3d" && trace.x),
      [[2], [null]],
    );
    const ring = marked.at(-1);
    assert.equal(ring?.type === "scatter3d" && [ring.x, ring.y, ring.z], [[2], [5], [1]]);
  },
);

const columns = [
  { name: "W1", unit: "µm", values: [1, 2, 3] },
  { name: "corner", unit: "", values: ["tt", "ss", "tt"] },
  { name: "Score", unit: "", values: [0.1, null, 0.3] },
];
const designs: ParallelDesigns = {
  ...{ columns, count: 3, noun: "Design", selection: null, chosen: null },
  getColor: () => LIGHT_PALETTE.prediction,
  isPale: (at) => at === 1,
  getScore: () => null,
};
const draw = (fields: Partial<ParallelDesigns> = {}, reversed: number[] = [], brushes: Brushes = {}) => {
  const arrangement = { order: [2, 0, 1], reversed: new Set(reversed) };
  const figure = createParallelFigure({ ...designs, ...fields }, arrangement, brushes, LIGHT_PALETTE);
  const [lines] = figure.data;
  if (lines?.type !== "parcoords") throw new Error("These are not parallel coordinates.");
  return { figure, lines, axes: lines.dimensions ?? [] };
};

const parallel = suite("parallel coordinates");
parallel(
  "have an axis for each value in the reader's order, with names for texts, and its largest value where it is wanted",
  () => {
    const { axes } = draw({}, [0]);
    assert.equal(
      axes.map(({ name, label, range }) => [name, label, range]),
      [
        ["2", "Score", [0.1, 0.3]],
        ["0", "W1 (µm) ↓", [3, 1]],
        ["1", "corner", [-0.5, 1.5]],
      ],
    );
    assert.equal(axes[2]?.ticktext, ["tt", "ss"]);
  },
);
parallel("have ticks with an outline in the page's colour, as lines may cover all around them", () => {
  const { tickfont } = draw().lines;
  assert.equal([tickfont?.color, tickfont?.shadow?.includes(LIGHT_PALETTE.halo)], [LIGHT_PALETTE.ink, true]);
});
parallel("leave out designs without a value at an axis, say so, and save all of them", () => {
  const { figure, axes } = draw();
  assert.equal(
    [figure.designs, axes[0]?.values, axes[2]?.values],
    [
      [0, 2],
      [0.1, 0.3],
      [0, 0],
    ],
  );
  assert.match(figure.summary, "1 without a value at one of the axes are not drawn");
  assert.equal(figure.table(null).rows[1], [2, "ss", null]);
  assert.is(
    describePoints(figure, figure.stops(NO_TRACES).at(1)),
    "Design 3, Score 0.30000, W1 3.0000 µm, corner tt",
  );
});
parallel("draw 5,000 of more designs, say so, and find the brushed and the chosen one among all", () => {
  const count = 12_000;
  const values = Array.from({ length: count }, (_, design) => design);
  const many = { columns: [{ name: "W1", unit: "µm", values }], count, chosen: 4_567 };
  const arrangement = { order: [0], reversed: new Set<number>() };
  const create = (brushes: Brushes) =>
    createParallelFigure({ ...designs, ...many }, arrangement, brushes, LIGHT_PALETTE);
  const figure = create({});
  assert.ok(figure.designs.length >= 5_000 && figure.designs.length <= 5_001);
  assert.is(figure.drawableCount, count);
  assert.match(figure.summary, /^5,00[01] of 12,000 designs as lines over W1\./);
  const brushed = create({ 0: [7_000, 7_099] });
  assert.equal(
    brushed.designs.filter((design) => design >= 7_000 && design <= 7_099),
    values.slice(7_000, 7_100),
  );
  for (const { designs: drawn, data, table } of [figure, brushed]) {
    assert.ok(drawn.includes(4_567));
    const [lines] = data;
    assert.ok(lines?.type === "parcoords");
    if (lines?.type !== "parcoords") return;
    assert.equal(lines.dimensions?.[0]?.values, drawn);
    assert.equal(lines.dimensions?.[0]?.range, [0, count - 1]);
    assert.is(table(null).rows.length, count);
  }
  assert.not.equal(figure.source, brushed.source);
});
parallel("draw the chosen design above the selected ones, and these above the others", () => {
  const { lines } = draw({ selection: new Set([0]), chosen: null });
  assert.equal(lines.line?.color, [1, 0]);
  const { lines: withChosen } = draw({ selection: new Set([0]), chosen: 2 });
  assert.equal(withChosen.line?.color, [0, 1]);
});
parallel(
  "keep the designs that pass every brushed stretch, which is drawn at its axis wherever that stands",
  () => {
    const passing = (brushes: Brushes) => listPassing(columns, 3, brushes);
    assert.equal(passing({}), [0, 1, 2]);
    assert.equal(passing({ 0: [1.5, 3] }), [1, 2]);
    assert.equal(passing({ 0: [1.5, 3], 2: [0, 1] }), [2]);
    assert.equal(passing({ 1: [0.5, 1.5] }), [1]);
    const { axes } = draw({}, [], { 0: [1.5, 3] });
    assert.equal(
      axes.map(({ constraintrange }) => constraintrange),
      [undefined, [1.5, 3], undefined],
    );
  },
);
parallel(
  "find the line that is meant within some pixels, at whichever end its axis has the largest value",
  () => {
    const size = { width: 512, height: 368 };
    // The axes stand at 56, 256 and 456 pixels, from 44 to 344; W1 is the second.
    const nearest = (reversed: number[], y: number) =>
      draw({}, reversed).figure.lines?.findNearest({ x: 256, y }, size);
    assert.equal(
      [nearest([], 50), nearest([], 340)],
      [
        { trace: 0, point: 1 },
        { trace: 0, point: 0 },
      ],
    );
    assert.equal(nearest([0], 50), { trace: 0, point: 0 });
    assert.is(nearest([], 194), null);
    const places = draw({}, [0]).figure.lines?.findCorners({ trace: 0, point: 0 }, size);
    assert.equal(places?.at(1), { x: 256, y: 44 });
  },
);
