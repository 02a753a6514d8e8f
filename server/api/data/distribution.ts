import { dataDistributionRoutes } from "@understudy/shared/api/data-distribution.ts";
import { ROW_INDEX } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FieldErrors, invalid, notFound, Problem } from "../../core/problem.ts";
import { visibleColumns } from "../../policies/data.ts";
import { Unread } from "../../reading/reader.ts";
import { loadJob } from "../jobs/load.ts";
import { handle } from "../request/handle.ts";

export const dataDistributionHandlers = {
  getOutputHeatmap: handle(
    dataDistributionRoutes.getOutputHeatmap,
    async ({ web, user, params, query: { x_axis, y_axis } }) => {
      const { job, access } = await loadJob(web, user, params.job_id);
      if (job.config.inputs.length === 0) throw notFound(MESSAGES.noData);
      const names = visibleColumns(job.config, access).all;
      const errors = findProblems(job.config, names, { x_axis, y_axis });
      if (Object.keys(errors).length > 0) throw invalid(errors);
      const findSpacing = (name: string) =>
        job.config.coordinates.find((coordinate) => coordinate.name === name)?.spacing ?? "linear";
      const heatmap = await web.reader
        .perform(user._id, "countPoints", {
          workDir: web.storage.workDir(job._id),
          x: { name: x_axis, spacing: findSpacing(x_axis) },
          y: { name: y_axis, spacing: findSpacing(y_axis) },
        })
        .catch(tooLong);
      if (heatmap === null) throw notFound(MESSAGES.noData);
      return heatmap;
    },
  ),

  getInputPairPlots: handle(
    dataDistributionRoutes.getInputPairPlots,
    async ({ web, user, params, query: { inputs } }) => {
      const { job } = await loadJob(web, user, params.job_id);
      if (job.config.inputs.length === 0) throw notFound(MESSAGES.noData);
      const unknown = inputs.filter((name) => job.config.inputs.every((input) => input.name !== name));
      if (unknown.length > 0) throw invalid({ inputs: unknown.map(MESSAGES.noSuchColumn) });
      const workDir = web.storage.workDir(job._id);
      const plots = await web.reader
        .perform(user._id, "pairInputs", { workDir, inputs: [...new Set(inputs)] })
        .catch(tooLong);
      if (plots === null) throw notFound(MESSAGES.noData);
      return plots;
    },
  ),
};

function tooLong(error: unknown): never {
  throw error instanceof Unread ? new Problem(503, MESSAGES.countingTooLong) : error;
}

/** Finds, by field, names that are no column, and curves that share no points. */
function findProblems(
  { outputs }: JobConfig,
  names: readonly string[],
  { x_axis, y_axis }: { x_axis: string; y_axis: string },
): FieldErrors {
  const findLength = (name: string): number => outputs.find((output) => output.name === name)?.length ?? 1;
  const [across, up] = [findLength(x_axis), findLength(y_axis)];
  const isKnown = (name: string) => names.includes(name) || (name === ROW_INDEX && Math.max(across, up) > 1);
  const errors: FieldErrors = {};
  for (const [field, name] of Object.entries({ x_axis, y_axis }))
    if (!isKnown(name)) errors[field] = [MESSAGES.noSuchColumn(name)];
  if (across > 1 && up > 1 && across !== up) errors.y_axis = [MESSAGES.curvesOfOtherLength(x_axis, y_axis)];
  return errors;
}
