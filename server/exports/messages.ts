/** The messages between a web process and an export's child process. */
import { exportOptions, exportStep } from "@understudy/shared/api/emulator-export.ts";
import { jobConfig } from "@understudy/shared/api/job-config.ts";
import { measuredQuality } from "@understudy/shared/domain/emulator-quality.ts";
import { exportFormat } from "@understudy/shared/domain/export-format.ts";
import { z } from "zod";
import { madeExport } from "../models/emulator-export.ts";

/** The equations that stand for the emulator in a circuit: in the folder of an export, beside what is downloaded, and deleted with it. */
export const NETWORK_FILE = "networks.bin";

export const exportOrder = z.object({
  job_id: z.int(),
  title: z.string(),
  columns: jobConfig.pick({ inputs: true, outputs: true, coordinates: true }),
  emulator_version: z.int(),
  /** Null: it was not measured. */
  quality: measuredQuality.nullable(),
  /** Absolute. */
  work_dir: z.string(),
  emulator_path: z.string(),
  /** Absolute: a folder into which the files are written; at most NETWORK_FILE of another export is in it. */
  folder: z.string(),
  format: exportFormat,
  options: exportOptions,
  /** Nobody waits for it: networks may be fitted for longer. */
  is_ahead: z.boolean(),
  created_at: z.iso.datetime(),
});
export type ExportOrder = z.infer<typeof exportOrder>;

/** The progress of an export, as its child process reports it. */
export const exportProgress = z.object({
  /** 0 .. 1. */
  progress: z.number(),
  text: z.string(),
  step: exportStep,
  remaining_seconds: z.number().nullable(),
});
export type ExportProgress = z.infer<typeof exportProgress>;

/** To a child that makes an export ahead: somebody waits for it now. */
export const HURRY_MESSAGE = "hurry";

export const exportReport = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("progress"), progress: exportProgress }),
  z.object({ kind: z.literal("made"), made: madeExport }),
  /** `message`: a sentence for people; null: `detail` is for the log alone. */
  z.object({ kind: z.literal("failed"), message: z.string().nullable(), detail: z.string() }),
]);
export type ExportReport = z.infer<typeof exportReport>;
