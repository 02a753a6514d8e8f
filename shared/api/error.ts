import { z } from "zod";

/** The body of every answer that is not a success. `errors` maps a field to what is wrong with it. */
export const apiError = z.object({
  message: z.string().describe("A sentence that says why the call was refused."),
  errors: z
    .record(z.string(), z.array(z.string()))
    .optional()
    .describe("The problems by field, for a request whose fields are wrong."),
});
export type ApiError = z.infer<typeof apiError>;
