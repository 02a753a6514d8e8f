import { emulatorRoutes } from "@understudy/shared/api/emulator.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { visibleColumns } from "../../policies/data.ts";
import { presentRow } from "../../presenters/data-row.ts";
import { invalid, notFound } from "../../problem.ts";
import { handle } from "../handle.ts";
import { loadJob } from "../jobs/load.ts";
import { nearestValues } from "./nearest.ts";
import { useData, useRow } from "./rows.ts";

export const dataHandlers = {
  getDataRow: handle(emulatorRoutes.getDataRow, async ({ web, user, params, query }) => {
    const { job, access } = await loadJob(web, user, params.job_id);
    const { variables, ...options } = query.options ?? {};
    const columns = visibleColumns(job.config, access);
    const unknown = (variables ?? []).filter((name) => !columns.all.includes(name));
    if (unknown.length > 0) throw invalid({ variables: unknown.map(MESSAGES.noSuchColumn) });
    const names = variables ?? columns.all;
    const outputNames = columns.outputs.filter(
      (name) => names.includes(name) || columns.coordinates.includes(name),
    );
    const row = await useRow(web, job, params.data_set, params.row_index, outputNames);
    return presentRow(row, job.config, names, options);
  }),

  getNearestRow: handle(emulatorRoutes.getNearestRow, async ({ web, user, params, query }) => {
    const { job } = await loadJob(web, user, params.job_id);
    const { values, discrete } = nearestValues(job.config, query.values);
    const { index, matchingIndex } = await useData(web, job, (dataset) =>
      dataset.nearest(params.data_set, values, { discrete }),
    );
    const isSelected = job.config.inputs.some(({ name, type }) => type !== "Scalar" && name in values);
    if (isSelected && matchingIndex === null) throw notFound(MESSAGES.noRows);
    return { index: matchingIndex ?? index };
  }),
};
