import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ComparedColumn } from "../comparison-table.tsx";
import type { ComparedJob } from "../use-compared-job.ts";

/** An emulator that can be asked. */
export type Emulator = {
  readonly column: ComparedColumn;
  readonly version: number;
  readonly config: JobConfig;
};

export const listEmulators = (jobs: readonly ComparedJob[], columns: readonly ComparedColumn[]): Emulator[] =>
  jobs.flatMap(({ job, config }, at) => {
    const column = columns[at];
    if (config === null || column === undefined || job.emulator_status === null) return [];
    return [{ column, version: job.emulator_version, config }];
  });
