import { z } from "zod";
import { route } from "./route.ts";

/** Real data sets that come with the product, for "try it with sample data". */
export const sample = z.object({
  key: z.string().describe("The name that other calls know it by."),
  name: z.string(),
  description: z.string(),
  rows: z.int().describe("The number of rows."),
  licence: z.string().describe("The licence of the data."),
});
export type Sample = z.infer<typeof sample>;

export const sampleRoutes = {
  listSamples: route({
    method: "GET",
    path: "/samples",
    summary: "The sample data sets",
    audience: "full-user",
    response: z.object({ items: z.array(sample) }),
  }),
  uploadSample: route({
    method: "POST",
    path: "/samples/{key}/files",
    summary: "Make a sample's two files available as if they had been uploaded",
    audience: "full-user",
    status: 201,
    params: z.object({ key: z.string().regex(/^[a-z0-9_]{1,50}$/) }),
    response: z.object({
      input_file_id: z.string(),
      input_file_name: z.string(),
      output_file_id: z.string(),
      output_file_name: z.string(),
    }),
  }),
} as const;
