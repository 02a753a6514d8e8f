import { emulatorRoutes, type InputPoint } from "@understudy/shared/api/emulator.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ScalarValue } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { createErrorList } from "../../core/field-errors.ts";
import { invalid, invalidList, notFound } from "../../core/problem.ts";
import { visibleColumns } from "../../policies/data.ts";
import { presentRow } from "../../presenters/data-row.ts";
import { loadJob } from "../jobs/load.ts";
import { handle } from "../request/handle.ts";
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

/**
 * The values by which the nearest row is found: fixed inputs do not count, and numbers that were made discrete must
 * match exactly, as categories must.
 * @throws Problem 400 by name: `values.colour`.
 */
export function nearestValues(
  { inputs }: JobConfig,
  point: InputPoint,
): { values: InputPoint; discrete: string[] } {
  const errors = createErrorList();
  const values = new Map<string, ScalarValue>();
  const byName = new Map(inputs.map((input) => [input.name, input]));
  for (const [name, value] of Object.entries(point)) {
    const input = byName.get(name);
    if (input === undefined) errors.add(`values.${name}`, MESSAGES.noSuchColumn(name));
    else if (input.values === null && typeof value !== "number") {
      errors.add(`values.${name}`, MESSAGES.invalidNumber);
    } else if (input.values !== null && !input.values.includes(value)) {
      errors.add(`values.${name}`, MESSAGES.noSuchCategory(String(value)));
    } else if (!input.fixed) values.set(name, value);
  }
  if (!errors.isEmpty) throw invalidList(errors);
  const discrete = inputs.filter((input) => input.values?.every((value) => typeof value === "number"));
  return { values: Object.fromEntries(values), discrete: discrete.map(({ name }) => name) };
}
