import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { JobAccess } from "./job.ts";

/** Names of the columns that somebody may read: restricted people only those that their view of the emulator draws. */
export function visibleColumns(
  { inputs, outputs, coordinates, emulator_outputs }: JobConfig,
  access: JobAccess,
) {
  const coordinateNames = coordinates.map(({ name }) => name);
  const outputNames = outputs
    .map(({ name }) => name)
    .filter(
      (name) => access !== "restricted" || emulator_outputs.includes(name) || coordinateNames.includes(name),
    );
  return {
    outputs: outputNames,
    coordinates: coordinateNames,
    all: [...inputs.map(({ name }) => name), ...outputNames],
  };
}
