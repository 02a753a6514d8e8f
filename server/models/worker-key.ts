import { z } from "zod";

/**
 * Counts how often a person made a new worker client key; a person without a record never did. The key itself is not
 * stored.
 */
export const workerKeyRecord = z.object({
  /** The person's. */
  _id: z.int(),
  version: z.int(),
});
