import { limitGraphPoints } from "@understudy/server/presenters/graph-points.ts";
import { GRAPH_LIMITS, graphFigure } from "@understudy/shared/api/graph-figure.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the figure of a graph on the wire");

const axis = { title: { text: "x" }, type: "linear" } as const;
const PLAIN_LAYOUT = { xaxis: axis, yaxis: axis, showlegend: false, meta: { units: {} } };
const trace = (length: number) => ({
  type: "scatter" as const,
  mode: "lines" as const,
  name: "a",
  x: Array.from({ length }, (_, at) => at),
  y: Array.from({ length }, (_, at) => (at === 777 ? 9 : at % 2)),
});
const accepts = (figure: object): boolean => graphFigure.safeParse(figure).success;

it("has no attribute that could load something from elsewhere", () => {
  assert.ok(accepts({ data: [trace(3)], layout: PLAIN_LAYOUT }));
  const image = { source: "https://example.org/a.png", x: 0, y: 0 };
  for (const attribute of [
    { images: [image] },
    { template: { layout: { images: [image] } } },
    { map: { style: "https://example.org/style.json" } },
    { geo: {} },
    { annotations: [{ text: "<a href='https://example.org'>x</a>" }] },
  ])
    assert.not.ok(
      accepts({ data: [trace(3)], layout: { ...PLAIN_LAYOUT, ...attribute } }),
      JSON.stringify(attribute),
    );
  assert.not.ok(accepts({ data: [{ type: "image", source: image.source }], layout: PLAIN_LAYOUT }));
  assert.not.ok(accepts({ data: [{ ...trace(3), hovertemplate: "x" }], layout: PLAIN_LAYOUT }));
});

it("has no more traces, points and characters than a page can draw", () => {
  const { traces, points, textLength } = GRAPH_LIMITS;
  const many = (count: number, length: number) => Array.from({ length: count }, () => trace(length));
  assert.ok(accepts({ data: many(traces, 1), layout: PLAIN_LAYOUT }));
  assert.not.ok(accepts({ data: many(traces + 1, 1), layout: PLAIN_LAYOUT }));
  assert.not.ok(accepts({ data: many(2, points / 2 + 1), layout: PLAIN_LAYOUT }));
  assert.not.ok(accepts({ data: [{ ...trace(1), name: "a".repeat(textLength + 1) }], layout: PLAIN_LAYOUT }));
});

it("of longer curves goes through fewer points, and keeps their peaks", () => {
  const figure = { data: [trace(1_000), trace(1_000)], layout: PLAIN_LAYOUT };
  assert.is(limitGraphPoints(figure, 2_000), figure);
  const { data } = limitGraphPoints(figure, 200);
  for (const thinned of data) {
    assert.ok(thinned.x.length <= 100 && thinned.x.length > 50, `${thinned.x.length} points`);
    assert.is(thinned.type === "scatter" && thinned.y[thinned.x.indexOf(777)], 9);
  }
});

it("of longer curves keeps gaps, and the peaks of stretches that begin with one", () => {
  const heights = Array.from({ length: 1_000 }, (_, at): number | null => (at % 100 === 0 ? null : 0));
  heights[401] = 9;
  const gapped = { ...trace(1_000), y: heights };
  const { data } = limitGraphPoints({ data: [gapped], layout: PLAIN_LAYOUT }, 60);
  const [thinned] = data;
  if (thinned?.type !== "scatter") throw new Error("A line is meant.");
  assert.ok(thinned.x.length <= 60, `${thinned.x.length} points`);
  assert.is(thinned.y[thinned.x.indexOf(401)], 9);
  assert.is(thinned.y.filter((height) => height === null).length, 10, "each gap once");
});
