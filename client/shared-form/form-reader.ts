import type { z } from "zod";
import type { FormValues } from "#data/job-drafts.ts";

/** Reads values that somebody else may have sent: one of another type than the field's leaves the field as it is. */
export const createReader =
  (values: FormValues) =>
  <Value>(key: string, schema: z.ZodType<Value>, present: Value): Value => {
    if (!Object.hasOwn(values, key)) return present;
    const read = schema.safeParse(values[key]);
    return read.success ? read.data : present;
  };
