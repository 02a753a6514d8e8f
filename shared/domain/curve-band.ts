import { z } from "zod";

/** The 95% bounds of a curve hold for each of its values by itself, or for the whole curve. */
export const curveBand = z.enum(["pointwise", "joint"]);
export type CurveBand = z.infer<typeof curveBand>;
