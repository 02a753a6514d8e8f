/**
 * The figure of a graph: plotly.js's own `data` and `layout`, of which this is the whole part that the product uses. Anything else is
 * refused: images, maps, templates and other attributes could load something from elsewhere.
 */
import { z } from "zod";

/** A figure has at most so many traces, points in all of them together, and characters in one text. */
export const GRAPH_LIMITS = { traces: 200, points: 200_000, textLength: 20_000 } as const;

const text = z.string().max(GRAPH_LIMITS.textLength);
const number = z.number().nullable();
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(GRAPH_LIMITS.points).readonly();
/** A position along an axis: a number, or the name of a category. */
const place = z.union([z.number(), text]);

const graphTrace = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("scatter"),
    mode: z.enum(["lines", "markers"]),
    name: text,
    x: list(place.nullable()).describe("null where a value is undefined: a gap."),
    y: list(number),
    text: list(text).optional(),
    customdata: list(z.int())
      .optional()
      .describe("The IDs of the simulations that the points stand for, where each stands for one."),
    meta: z
      .int()
      .optional()
      .describe("The ID of the simulation whose curve it is, among curves of several simulations."),
    yaxis: z.literal("y2").optional().describe("Its values are those of the second vertical axis."),
  }),
  z.strictObject({
    type: z.literal("bar"),
    name: text,
    x: list(place),
    y: list(z.number()),
    width: list(z.number()).optional(),
  }),
  z.strictObject({
    type: z.literal("heatmap"),
    name: text,
    x: list(place),
    y: list(z.number()),
    z: list(list(number)),
    colorbar: z.strictObject({ title: z.strictObject({ text }) }),
  }),
]);
export type GraphTrace = z.infer<typeof graphTrace>;

const graphAxis = z.strictObject({
  title: z.strictObject({ text: text.describe("The title of the axis, without its unit.") }),
  type: z.enum(["linear", "log", "category"]),
});
export type GraphAxis = z.infer<typeof graphAxis>;

const layout = z.strictObject({
  xaxis: graphAxis,
  yaxis: graphAxis,
  yaxis2: graphAxis
    .extend({ overlaying: z.literal("y"), side: z.literal("right") })
    .optional()
    .describe("The axis on the right, such as that of the phase in a Bode plot."),
  showlegend: z.boolean(),
  meta: z
    .strictObject({
      units: z
        .strictObject({ xaxis: text.optional(), yaxis: text.optional(), yaxis2: text.optional() })
        .describe("The unit of each axis; an axis without a unit is left out."),
    })
    .describe("The units of the axes that have one; the title of such an axis ends with it: `Gain (dB)`."),
});

/** Counts the points of a trace; of a heatmap its cells. */
export const countGraphPoints = (trace: GraphTrace): number =>
  trace.type === "heatmap" ? trace.z.reduce((sum, row) => sum + row.length, 0) : trace.x.length;

const data = z
  .array(graphTrace)
  .max(GRAPH_LIMITS.traces)
  .readonly()
  .refine(
    (traces) => traces.reduce((sum, trace) => sum + countGraphPoints(trace), 0) <= GRAPH_LIMITS.points,
    {
      error: `has more than ${GRAPH_LIMITS.points} points`,
    },
  );

export const graphFigure = z.strictObject({
  data: data.describe("The traces of the figure, as plotly.js takes them."),
  layout: layout.describe("The layout of the figure, as plotly.js takes it."),
});
export type GraphFigure = z.infer<typeof graphFigure>;
