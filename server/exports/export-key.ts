/** Hashes everything that an export's files depend on into one short text: the same export is made once. */
import { createHash } from "node:crypto";
import { type ExportOptions, exportOptions } from "@understudy/shared/api/emulator-export.ts";
import { EXPORT_FORMATS, type ExportFormat } from "@understudy/shared/domain/export-format.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid } from "../core/problem.ts";
import type { JobRecord } from "../models/job.ts";

/** To be raised where the same request makes other files. */
const FILES_VERSION = 4;

const CIRCUIT_DEFAULTS = exportOptions.parse({});

/** The options without those that mean nothing to the format, so that requests for the same file are alike. */
export function effectiveOptions(format: ExportFormat, options: ExportOptions): ExportOptions {
  const { isCircuit } = EXPORT_FORMATS[format];
  const { outputs, with_bounds } = options;
  const with_rows = format === "page" && options.with_rows;
  if (!isCircuit) return { ...CIRCUIT_DEFAULTS, outputs, with_bounds, with_rows };
  // A device has the current of one curve, and no bounds of it.
  const { shape } = options;
  const device = shape.kind === "device" ? { outputs: [shape.output], with_bounds: false } : {};
  return { ...options, ...device, with_rows };
}

/** 16 hexadecimal digits. Headers name the job and its columns, so that these count too; a page shows all that is set of them. */
export function exportKey(job: JobRecord, format: ExportFormat, options: ExportOptions): string {
  const { inputs, outputs, coordinates } = job.config;
  const shownOnPage = [inputs, outputs, coordinates, job.emulator_quality, options.with_rows];
  const { outputs: chosen, with_bounds, shape, clips, equations, wanted_share } = options;
  const parts = [
    FILES_VERSION,
    job.name,
    job.emulator_version,
    job.emulator_file,
    inputs.map(({ name, display, unit, initval }) => [name, display, unit, initval]),
    [...outputs, ...coordinates].map(({ name, display, unit }) => [name, display, unit]),
    [format, chosen, with_bounds, shape, clips, equations, wanted_share],
    ...(format === "page" ? shownOnPage : []),
  ];
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 16);
}

/** @throws Problem 400 naming the field */
export function refuseUnknownOutputs({ config }: JobRecord, { outputs, shape }: ExportOptions): void {
  const isUnknown = (name: string) => !config.emulator_outputs.includes(name);
  const unknown = (outputs ?? []).filter(isUnknown);
  if (unknown.length > 0) throw invalid({ "options.outputs": unknown.map(MESSAGES.noSuchColumn) });
  if (shape.kind !== "device") return;
  const isLeftOut = outputs !== null && !outputs.includes(shape.output);
  if (isUnknown(shape.output) || isLeftOut)
    throw invalid({ "options.shape.output": [MESSAGES.noSuchColumn(shape.output)] });
}
