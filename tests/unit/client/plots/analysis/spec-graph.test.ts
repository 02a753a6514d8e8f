import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { describePoints } from "@understudy/client/plots/analysis/analysis-figure.ts";
import { createSpecGraph } from "@understudy/client/plots/analysis/spec-graph.ts";
import { DARK_PALETTE, LIGHT_PALETTE } from "@understudy/client/plots/model/palette.ts";
import type { GraphFigure } from "@understudy/shared/api/graph-figure.ts";
import { z } from "zod";
import { assert, suite } from "../../../../harness.ts";

const NO_TRACES: ReadonlySet<number> = new Set();
const axis = (text: string, type: "linear" | "log" | "category" = "linear") => ({ title: { text }, type });
const line = { type: "scatter", mode: "lines", x: [100, 1e6, 1e9] } as const;
const BODE_FIGURE: GraphFigure = {
  data: [
    { ...line, name: "Gain (dB)", y: [60, 0, -40] },
    { ...line, name: "Phase (deg)", y: [0, -120, null], yaxis: "y2" },
  ],
  layout: {
    xaxis: axis("Frequency (Hz)", "log"),
    yaxis: axis("Gain (dB)"),
    yaxis2: { ...axis("Phase (deg)"), overlaying: "y", side: "right" },
    showlegend: true,
    meta: { units: { xaxis: "Hz", yaxis: "dB", yaxis2: "deg" } },
  },
};
const HEATMAP_FIGURE: GraphFigure = {
  data: [
    {
      type: "heatmap",
      name: "sum",
      x: [0, 1e-6, 2e-6],
      y: [0, 1],
      z: [[3, null]],
      colorbar: { title: { text: "sum" } },
    },
  ],
  layout: {
    xaxis: axis("w (m)"),
    yaxis: axis("y"),
    showlegend: false,
    meta: { units: { xaxis: "m" } },
  },
};
const BAR_FIGURE: GraphFigure = {
  data: [{ type: "bar", name: "Count", x: ["slow", "fast"], y: [2, 5] }],
  layout: {
    xaxis: axis("corner", "category"),
    yaxis: axis("Count"),
    showlegend: false,
    meta: { units: {} },
  },
};
const draw = (figure: GraphFigure, palette = LIGHT_PALETTE) => createSpecGraph("A graph", figure, palette);

const bode = suite("a Bode plot");
const drawn = draw(BODE_FIGURE);

bode("has an axis of its own for the phase, in the colour of its line", () => {
  const { yaxis, yaxis2 } = drawn.layout;
  assert.equal(
    [yaxis?.title?.text, yaxis2?.title?.text, yaxis2?.overlaying, yaxis2?.side],
    ["Gain (dB)", "Phase (deg)", "y", "right"],
  );
  assert.equal([yaxis?.title?.font?.color, yaxis2?.title?.font?.color], LIGHT_PALETTE.series.slice(0, 2));
});

bode("reads gain and phase at one frequency together, each with its own unit", () => {
  const stops = drawn.stops(NO_TRACES);
  assert.equal(
    [stops.count, describePoints(drawn, stops.at(1))],
    [3, "Frequency 1.0000 MHz, Gain 0 dB, Phase -120.00 deg"],
  );
  const nearestLast = [...stops.at(1)].reverse();
  assert.is(describePoints(drawn, nearestLast), describePoints(drawn, stops.at(1)));
  const withoutGain = drawn.stops(new Set([0]));
  assert.is(describePoints(drawn, withoutGain.at(0)), "Phase (deg), Frequency 100.00 Hz, Phase 0 deg");
});

bode("has a ring at each point of its left axis", () => {
  assert.equal(drawn.locate?.({ trace: 0, point: 2 }), [1e9, -40]);
  assert.is(drawn.locate?.({ trace: 1, point: 0 }), null, "the right axis has other values");
});

bode("is saved as the values themselves, all of them or those that are selected", () => {
  assert.equal(drawn.table(null).rows[4], ["Phase (deg)", 1e6, -120]);
  assert.equal(drawn.table([{ trace: 1, point: 0 }]).rows, [["Phase (deg)", 100, 0]]);
});

const it = suite("a graph of a spec as plotly.js draws it");

it("has the prefix that its range asks for, once: in the title of a linear axis and at the ticks of a logarithmic one", () => {
  const { xaxis } = draw(HEATMAP_FIGURE).layout;
  assert.equal([xaxis?.title?.text, xaxis?.exponentformat], ["w (µm)", "power"]);
  assert.equal(
    [drawn.layout.xaxis?.title?.text, drawn.layout.xaxis?.exponentformat],
    ["Frequency (Hz)", "SI"],
  );
});

it("is walked through cell by cell, and says what a cell holds at its middle", () => {
  const map = draw(HEATMAP_FIGURE);
  const stops = map.stops(NO_TRACES);
  assert.equal([stops.count, stops.map?.columns, stops.map?.findMiddle(1)], [2, 2, [1.5, 0.5]]);
  assert.equal(map.locate?.({ trace: 0, point: 1 }), [1.5, 0.5], "where its ring is");
  assert.is(draw(BAR_FIGURE).locate?.({ trace: 0, point: 0 }), null, "a category has no place");
  assert.is(describePoints(map, stops.at(0)), "sum 3, w 0.50000 µm, y 0.5");
  assert.is(describePoints(map, stops.at(1)), "sum none, w 1.5000 µm, y 0.5");
});

const createCurves = (count: number): GraphFigure => ({
  data: Array.from({ length: count }, (_, at) => ({
    ...{ ...line, name: `Simulation ${at + 40}`, y: [at, at + 1, at + 2], meta: at + 40 },
  })),
  layout: { ...BODE_FIGURE.layout, yaxis2: undefined },
});

/** The opacity in which a curve is drawn: that of its trace, and of its colour, which many curves share. */
const measureOpacity = (trace: ReturnType<typeof draw>["data"][number]): number => {
  if (trace.type !== "scatter") throw new Error("It is no curve.");
  const [, share = "1"] = /,([\d.]+)\)$/.exec(String(trace.line?.color)) ?? [];
  return Number(trace.opacity ?? 1) * Number(share);
};

it("has the curves of selected simulations marked above the others, which are pale", () => {
  for (const count of [3, 20]) {
    const curves = draw(createCurves(count));
    assert.ok(curves.hasSimulations);
    const selected = curves.findReferences(new Set([41, 99]));
    assert.equal(
      selected,
      [0, 1, 2].map((point) => ({ trace: 1, point })),
    );
    assert.equal(curves.findSimulations(selected.slice(0, 1)), [41]);
    const [pale, marked] = curves.leaveOut?.(selected) ?? [];
    if (pale?.type !== "scatter" || marked?.type !== "scatter") throw new Error("These are no curves.");
    assert.ok((pale.opacity ?? 1) < 1 && marked.opacity === undefined && (marked.zorder ?? 0) > 0);
    const [plain] = curves.data;
    assert.ok(measureOpacity(pale) >= 0.15, `${count} curves: the others are still seen`);
    const width = plain?.type === "scatter" ? Number(plain.line?.width) : Number.NaN;
    assert.ok(Number(marked.line?.width) > width, `${count} curves`);
    assert.is(curves.table(selected).rows.length, 3, "the file of the selection has its whole curve");
  }
});

it("counts simulations in whole numbers", () => {
  const history = draw({
    data: [{ type: "scatter", mode: "markers", name: "Score", x: [1, 2], y: [0.5, 1] }],
    layout: { xaxis: axis("Simulation"), yaxis: axis("Score"), showlegend: false, meta: { units: {} } },
  });
  assert.is(describePoints(history, history.stops(NO_TRACES).at(1)), "Simulation 2, Score 1.0000");
});

it("shows what people wrote letter by letter: nothing of it is markup or a link", () => {
  const hostile = '<a href="javascript:alert(1)">Gain</a> &lt;b&gt;';
  const literal = '&lt;a href="javascript:alert(1)">Gain&lt;/a> &amp;lt;b&amp;gt;';
  const { data, layout } = draw({
    data: [{ type: "bar", name: hostile, x: [hostile], y: [1] }],
    layout: { ...BAR_FIGURE.layout, xaxis: axis(hostile, "category"), yaxis: axis(hostile) },
  });
  const texts = [layout.xaxis?.title?.text, layout.yaxis?.title?.text, data[0]?.name];
  assert.equal(texts, [literal, literal, literal]);
  assert.equal(data[0] && "x" in data[0] && data[0].x, [literal]);
});

it("has the colours of the page's scheme", () => {
  const colors = [LIGHT_PALETTE, DARK_PALETTE].map(
    (palette) => draw(BAR_FIGURE, palette).layout.yaxis?.gridcolor,
  );
  assert.equal(colors, [LIGHT_PALETTE.grid, DARK_PALETTE.grid]);
});

/** Attributes of plotly.js as its own schema declares them: an attribute has a type, anything else holds attributes. */
const attributes = z.record(z.string(), z.unknown());
const schema = z
  .object({
    traces: z.record(z.string(), z.object({ attributes })),
    layout: z.object({ layoutAttributes: attributes }),
  })
  .parse(
    JSON.parse(
      readFileSync(createRequire(import.meta.url).resolve("plotly.js/dist/plot-schema.json"), "utf8"),
    ),
  );

/** The paths of `value` that are no attributes. */
function findUnknown(value: unknown, declared: Record<string, unknown>, path = ""): string[] {
  const fields = z.record(z.string(), z.unknown()).safeParse(value);
  if (!fields.success) return [];
  return Object.entries(fields.data).flatMap(([name, field]) => {
    if (field === undefined || name === "type") return [];
    const attribute = attributes.safeParse(declared[name.replace(/^(xaxis|yaxis)\d$/, "$1")]);
    if (!attribute.success) return [`${path}${name}`];
    return "valType" in attribute.data ? [] : findUnknown(field, attribute.data, `${path}${name}.`);
  });
}

it("has only attributes that plotly.js knows, on the wire and as it is drawn", () => {
  const curves = createCurves(2);
  const marked = { ...draw(curves), data: draw(curves).leaveOut?.([{ trace: 0, point: 0 }]) ?? [] };
  for (const { data, layout } of [
    ...[BODE_FIGURE, HEATMAP_FIGURE, BAR_FIGURE].flatMap((wire) => [wire, draw(wire)]),
    ...[curves, marked],
  ]) {
    assert.equal(findUnknown(layout, schema.layout.layoutAttributes), []);
    for (const trace of data) {
      const declared = schema.traces[trace.type ?? "scatter"];
      // The axis of a trace is among the attributes of all cartesian traces.
      assert.equal(findUnknown(trace, declared?.attributes ?? {}), []);
    }
  }
});
