import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import type { EmulatorExportRecord } from "../models/emulator-export.ts";

export function presentExport(record: EmulatorExportRecord): EmulatorExport {
  const { key, job_id, made } = record;
  const exports = `/static/work_dirs/${job_id}/exports/${key}`;
  const modelName = made?.model_name ?? null;
  return {
    id: key,
    job_id,
    emulator_version: record.emulator_version,
    format: record.format,
    options: record.options,
    state: record.state,
    progress: record.progress,
    step: record.step,
    remaining_seconds: record.remaining_seconds,
    is_ahead: record.is_ahead,
    text: record.text,
    creation_time: record.creation_time.toISOString(),
    file:
      made === null
        ? null
        : { name: made.file_name, href: `${exports}/${made.file_name}`, size_bytes: made.size_bytes },
    model:
      made === null || modelName === null
        ? null
        : { name: modelName, href: `${exports}/${modelName}`, size_bytes: made.model_bytes },
    result: made?.result ?? null,
  };
}
