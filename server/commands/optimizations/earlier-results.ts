/** Results of earlier jobs that a search on servers begins with. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { writeWhole } from "@understudy/engine/dataset/storage/files.ts";
import { plainValues, type VariedValues } from "@understudy/engine/designs/axes.ts";
import type { GivenResult } from "@understudy/engine/runner/child/given-results.ts";
import { type JobVariable, variedDimensions } from "@understudy/shared/domain/job-variable.ts";
import { initialValues } from "@understudy/shared/spec-job/initial-values.ts";
import type { JobRecord } from "../../models/job.ts";
import type { JobRun } from "../../models/run.ts";
import { plainOutputs } from "../../models/simulation-curves.ts";
import type { Platform, RecordsAndFiles } from "../../platform/platform.ts";
import { simulationResults } from "../simulations/simulations.ts";
import { earlierJobs } from "./earlier-jobs.ts";

/** In the job's work directory. */
const RESULTS_FILE = "search.earlier.json";
const MAX_RESULTS = 512;
/** The number of values in all outputs together, points of curves included. */
const MAX_VALUES = 500_000;
/** Simulations that are read to find them. */
const MAX_READ = 10_000;

type Variables = Readonly<Record<string, JobVariable>>;
type Search = Pick<JobRecord, "_id" | "spec_version_id"> & { readonly run: JobRun };

/**
 * They become a file of the job when its search first begins: one that is interrupted goes on with the same ones.
 * @returns its path
 */
export async function stageEarlierResults(
  { store, storage }: RecordsAndFiles,
  search: Search,
): Promise<string> {
  const path = join(storage.workDir(search._id), RESULTS_FILE);
  const isThere = await access(path).then(
    () => true,
    () => false,
  );
  if (!isThere) await writeWhole(path, JSON.stringify(await earlierResults(store, search)));
  return path;
}

/** Those of the newest jobs first, but for simulations in which a variable that is fixed now had another value. */
export async function earlierResults(store: Platform["store"], search: Search): Promise<GivenResult[]> {
  const results: GivenResult[] = [];
  let values = 0;
  for await (const result of comparableResults(store, search)) {
    results.push(result);
    for (const value of Object.values(result.outputs)) values += typeof value === "number" ? 1 : value.length;
    if (results.length >= MAX_RESULTS || values >= MAX_VALUES) break;
  }
  return results;
}

async function* comparableResults(
  store: Platform["store"],
  { _id: before, spec_version_id, run: { variables } }: Search,
): AsyncGenerator<GivenResult> {
  let left = MAX_READ;
  for (const { _id, run } of await earlierJobs(store, spec_version_id, before)) {
    if (!haveSameFiles(run.variables, variables)) continue;
    const shared = initialValues(run.variables);
    for await (const part of simulationResults(store, _id)) {
      for (const { inputs, outputs } of part) {
        const allInputs = { ...shared, ...inputs };
        if (isComparable(allInputs, variables))
          yield { inputs: plainValues(pickVaried(allInputs, variables)), outputs: plainOutputs(outputs) };
      }
      left -= part.length;
      if (left <= 0) return;
    }
  }
}

function haveSameFiles(earlierVariables: Variables, currentVariables: Variables): boolean {
  return Object.entries(currentVariables).every(([name, variable]) => {
    const before = earlierVariables[name];
    if (variable.type !== "File") return true;
    return before?.type === "File" && before.file?.sha256 === variable.file?.sha256;
  });
}

/** Tells whether every input that this job does not vary had the same value. */
const isComparable = (inputs: VariedValues, variables: Variables): boolean =>
  Object.entries(variables).every(
    ([name, variable]) =>
      variable.type === "File" ||
      variedDimensions(variable) > 0 ||
      isDeepStrictEqual(inputs[name], variable.initval),
  );

const pickVaried = (inputs: VariedValues, variables: Variables): VariedValues =>
  Object.fromEntries(
    Object.entries(inputs).filter(([name]) => {
      const variable = variables[name];
      return variable !== undefined && variedDimensions(variable) > 0;
    }),
  );
