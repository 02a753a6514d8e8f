/** What an export's files depend on, as one short text: the same is made once. */
import { createHash } from "node:crypto";
import type { ExportFormat, ExportOptions } from "@understudy/shared/api/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";

/** To be raised where the same request makes other files. */
const FILES_VERSION = 1;

/** 16 hexadecimal digits. Headers name the job and its columns, so that these count too. */
export function exportKey(job: JobRecord, format: ExportFormat, options: ExportOptions): string {
  const { inputs, outputs, coordinates } = job.config;
  const { outputs: chosen, with_bounds, shape, clips, wanted_share } = options;
  const parts = [
    FILES_VERSION,
    job.name,
    job.emulator_version,
    job.emulator_file,
    inputs.map(({ name, display, unit, initval }) => [name, display, unit, initval]),
    [...outputs, ...coordinates].map(({ name, display, unit }) => [name, display, unit]),
    [format, chosen, with_bounds, shape, clips, wanted_share],
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}
