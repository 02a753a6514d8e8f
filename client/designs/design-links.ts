/** Links from a design: to the sliders, or to a simulation of it. */
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { onEmulatorPath } from "#predictions/new-job-links.ts";
import { type DesignValue, expandColumns } from "./quantities.ts";

type Inputs = Readonly<Record<string, DesignValue>>;

/** The emulator's page with the sliders at the design. */
export const inEmulatorPath = (emulatorJobId: number, inputs: Inputs): string =>
  `/jobs/${emulatorJobId}?${new URLSearchParams({ tab: "emulator", at: JSON.stringify(expandColumns(inputs)) })}`;

/** The job's simulations with this one open. */
export const simulationPath = (jobId: number, simulation: number): string =>
  `/jobs/${jobId}?${new URLSearchParams({ tab: "simulations", simulation: String(simulation) })}`;

type Origin = Pick<Job, "id" | "spec_version_id">;

/** A Single Run of the design; null: the job has no spec version. Without an emulator it is like the optimization itself. */
export function onServerPath(job: Origin, emulator: Optimization["emulator"], inputs: Inputs): string | null {
  const { id, spec_version_id } = job;
  if (spec_version_id === null) return null;
  const at = expandColumns(inputs);
  if (emulator !== null) return onEmulatorPath({ id: emulator.job_id }, spec_version_id, "Single Run", at);
  const search = new URLSearchParams({
    objective: "Single Run",
    source_job_id: String(id),
    at: JSON.stringify(at),
  });
  return `/spec_versions/${spec_version_id}/jobs/new?${search}`;
}
