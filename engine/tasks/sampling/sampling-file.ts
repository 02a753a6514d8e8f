/** The state of a sampling as bytes, to go on from it after its process has ended. */
import { z } from "zod";
import { type CheckpointCodec, createCheckpointCodec } from "../staged/checkpoint-codec.ts";
import type { DensityScan } from "./density-scan.ts";
import type { SamplerCheckpoint } from "./sampler-state.ts";
import type { SamplingState } from "./sampling-run.ts";

const SAMPLING_FILE_KIND = "sampling";
/** To be raised whenever the chain of a seed changes: older states are then set aside. */
const SAMPLING_FILE_VERSION = 3;

/**
 * The simulations that have been recorded: `count` of them from the index `first` on, when the chain had this number
 * of steps.
 */
const recording = z.object({ steps: z.int(), first: z.int(), count: z.int() });
export type Recording = z.infer<typeof recording>;

// The version ensures that the sampler's part was written by code that computes the same.
const fileSchema = z.object({
  run: z.object({
    sampler: z.custom<SamplerCheckpoint>((value) => typeof value === "object" && value !== null),
    looks: z.array(z.object({ steps: z.int(), times: z.array(z.union([z.number(), z.nan()])) })),
    nextLook: z.int(),
    unscored: z.int(),
    modeVisits: z.array(z.int()),
    hasConverged: z.boolean(),
  }) satisfies z.ZodType<SamplingState>,
  recordings: z.array(recording),
  scan: z.custom<DensityScan | null>((value) => typeof value === "object"),
});
export type SamplingFile = z.infer<typeof fileSchema>;

const SCAN_KIND = "density-scan";
const SCAN_VERSION = 1;
const scanSchema = z.custom<DensityScan>((value) => typeof value === "object" && value !== null);
const scanFile = z.object({ scan: scanSchema.nullable() });

export const SCAN_CODEC: CheckpointCodec<z.infer<typeof scanFile>> = createCheckpointCodec(
  SCAN_KIND,
  SCAN_VERSION,
  scanFile,
);

export const SAMPLING_CODEC: CheckpointCodec<SamplingFile> = createCheckpointCodec(
  SAMPLING_FILE_KIND,
  SAMPLING_FILE_VERSION,
  fileSchema,
);
