import { z } from "zod";

/** The body of every answer that is not a success. `errors` maps a field to what is wrong with it. */
export const apiError = z.object({
  message: z.string(),
  errors: z.record(z.string(), z.array(z.string())).optional(),
});
export type ApiError = z.infer<typeof apiError>;
