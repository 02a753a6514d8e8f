import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import {
  DEFAULT_TRAINING_OPTIONS,
  NO_DATA_OPTIONS,
  NO_LEFT_OUT_ROWS,
} from "@understudy/shared/api/job-config.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";
import type { JobRecord } from "../models/job.ts";
import { visibleColumns } from "../policies/data.ts";
import type { JobAccess } from "../policies/job.ts";

/** A job's config, with the latest Verilog-A export that this person may download. Restricted people get what drawing the emulator takes, not how it was made. */
export function presentConfig(
  { config: stored }: JobRecord,
  access: JobAccess,
  verilogA: EmulatorExportRecord | null,
): JobConfig {
  const verilog_a_file_name = verilogA?.made?.model_name ?? null;
  const config = { ...stored, has_verilog_a_file: verilog_a_file_name !== null, verilog_a_file_name };
  if (access !== "restricted") return config;
  const visible = visibleColumns(config, access);
  return {
    ...config,
    outputs: config.outputs.filter(({ name }) => visible.outputs.includes(name)),
    data_options: NO_DATA_OPTIONS,
    ignored_row_count: 0,
    output_rows: config.output_rows.filter(({ output }) => visible.outputs.includes(output)),
    left_out: NO_LEFT_OUT_ROWS,
    suspected_marks: [],
    training: DEFAULT_TRAINING_OPTIONS,
    field_edits: [],
  };
}
