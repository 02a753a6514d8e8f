import { basename } from "node:path";
import type { Simulation, TypedValue } from "@understudy/shared/api/simulation.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import {
  LEASED_STATUSES,
  OPEN_STATUSES,
  type simulationValue,
} from "@understudy/shared/domain/simulation.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { z } from "zod";
import type { JobRecord } from "../models/job.ts";
import type { SimulationRow } from "../models/simulation.ts";
import type { JobAccess } from "../policies/job.ts";

type Value = z.infer<typeof simulationValue>;

/** Those that are over may go, while nothing works on their job. */
export const canDeleteSimulation = (
  { status }: Pick<SimulationRow, "status">,
  job: Pick<JobRecord, "status">,
  access: JobAccess,
): boolean => access === "manager" && !isActive(job.status) && !OPEN_STATUSES.some((open) => open === status);

/** A row of the table of simulations, as somebody with this access to the job sees it. */
export function presentSimulation(row: SimulationRow, job: JobRecord, access: JobAccess): Simulation {
  const variables = job.run?.variables ?? {};
  return {
    id: row._id,
    status: row.status,
    origin: row.origin,
    score: row.score,
    in_spec: row.in_spec,
    verified_in_or_out_of_spec: row.verified,
    running_time: row.running_time,
    inputs: mapValues(row.inputs, (value, name) => typed(value, ownValue(variables, name)?.type)),
    outputs: row.outputs && mapValues(row.outputs, (value): TypedValue => ({ type: "Scalar", value })),
    undefined_outputs: row.undefined_outputs,
    resource: row.resource,
    queue_place: presentQueuePlace(row),
    error: row.error,
    can_be_deleted: canDeleteSimulation(row, job, access),
    creation_time: row.creation_time.toISOString(),
    finish_time: row.finish_time?.toISOString() ?? null,
  };
}

/** The place that its present attempt has; an earlier one's means nothing any more. */
function presentQueuePlace({ status, attempt, queue_place }: SimulationRow): Simulation["queue_place"] {
  const isLeased = LEASED_STATUSES.some((leased) => leased === status);
  if (!isLeased || queue_place === null || queue_place.attempt !== attempt) return null;
  const { job, state, reason } = queue_place;
  return { job, state, reason };
}

/** All variables of a simulation in the manifest's order: what it was given, else what all of the job share. */
export function presentInputs({ inputs }: SimulationRow, job: JobRecord): Record<string, TypedValue> {
  return mapValues(job.run?.variables ?? {}, (variable, name) => {
    const varied = ownValue(inputs, name);
    return varied === undefined ? shared(variable) : typed(varied, variable.type);
  });
}

function shared(variable: JobVariable): TypedValue {
  return variable.type === "File"
    ? { type: "File", value: basename(variable.file?.path ?? "") }
    : typed(variable.initval, variable.type);
}

function typed(value: Value, type: JobVariable["type"] | undefined): TypedValue {
  if (typeof value === "object") return { type: "Vector", value };
  return typeof value === "number" && type === "Scalar"
    ? { type: "Scalar", value }
    : { type: "String", value };
}

function mapValues<T, R>(record: Readonly<Record<string, T>>, change: (value: T, name: string) => R) {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]));
}
