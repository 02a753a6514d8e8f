import { z } from "zod";
import type { Index } from "./collection.ts";

/** `_id` is the name in lower case: "RF" and "rf" are one tag, shown as it was first written. */
export const tagRecord = z.object({ _id: z.string(), name: z.string() });

export const tagIndexes: readonly Index[] = [];
