/** The reports of the sessions under tests/python. */
import { z } from "zod";

const value = z.union([z.number(), z.array(z.number())]);
const byOutput = z.record(z.string(), value);
const columns = z.record(z.string(), z.array(value));
/** The report of session.py. */
export const seenBySession = z.object({
  user: z.string(),
  pandas: z.boolean(),
  unsound: z.string(),
  nameless: z.record(z.string(), z.array(z.string())),
  job: z.object({ id: z.int(), status: z.string(), has_emulator: z.boolean() }),
  listed: z.array(z.tuple([z.int(), z.string()])),
  rows: z.array(z.record(z.string(), z.union([value, z.string()]))),
  inputs: z.array(z.string()),
  outputs: z.array(z.tuple([z.string(), z.int(), z.string().nullable()])),
  accuracy: z.record(z.string(), z.number()),
  counts: z.tuple([z.record(z.string(), z.int()), z.record(z.string(), z.tuple([z.int(), z.int()]))]),
  point: z.object({ mean: byOutput, lower: byOutput, upper: byOutput, coordinates: byOutput }),
  joint: z.object({ lower: byOutput, upper: byOutput }),
  many: columns,
  places: columns,
  outside: z.array(z.string()),
  unknown: z.array(z.string()),
  unsound_point: z.array(z.string()),
  partial_name: z.string(),
  notes: z.string(),
  comments: z.array(z.tuple([z.string(), z.string(), z.unknown(), z.boolean().nullable()])),
  points: z.record(z.string(), z.record(z.string(), z.union([z.number(), z.string()]))),
  sensitivity: z.record(z.string(), z.number()),
  best: z.object({ inputs: z.record(z.string(), z.number()), rise: z.number() }),
  export: z.object({
    network: z.null(),
    self_test: z.string(),
    outputs: z.array(z.object({ name: z.string() })),
  }),
  unknown_output: z.array(z.string()),
  frame: columns.optional(),
  frame_index: z.array(z.int()).optional(),
  data_frame: z.array(z.string()).optional(),
  missing: z.string(),
});
/** The report of spec_session.py. */
export const seenBySpecSession = z.object({
  servers: z.array(z.tuple([z.string(), z.int()])),
  model: z.tuple([z.array(z.string()), z.array(z.string()), z.boolean()]),
  simulation: z.object({
    status: z.string(),
    server: z.string(),
    row: byOutput,
    curves: byOutput,
    log: z.string(),
  }),
  job: z.tuple([z.string(), z.boolean(), z.int()]),
  xs: z.array(z.number()),
  predicted: z.number(),
  problems: z.array(z.string()),
});
