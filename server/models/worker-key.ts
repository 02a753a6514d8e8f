import { z } from "zod";

/** How often somebody made a new worker client key; without a record: never. The key itself is stored nowhere. */
export const workerKeyRecord = z.object({
  /** The person's. */
  _id: z.int(),
  version: z.int(),
});
