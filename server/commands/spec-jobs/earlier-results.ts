/** Results of earlier jobs that a search on servers begins with. */

import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { writeWhole } from "@understudy/engine/dataset/storage/files.ts";
import type { VariedValues } from "@understudy/engine/designs/axes.ts";
import type { GivenResult } from "@understudy/engine/runner/child/given-results.ts";
import type { SimulationResult } from "@understudy/engine/runner/run-ports.ts";
import { type JobVariable, variedDimensions } from "@understudy/shared/domain/job-variable.ts";
import type { Platform } from "../../platform.ts";
import { simulationResults } from "../simulations/simulations.ts";
import { earlierJobs, sharedValues } from "./earlier-jobs.ts";

/** In the job's work directory. */
const RESULTS_FILE = "search.earlier.json";
const MAX_RESULTS = 512;
/** Of all their outputs, points of curves included. */
const MAX_VALUES = 500_000;

type Variables = Readonly<Record<string, JobVariable>>;

/**
 * They become a file of the job, so that a search that is interrupted goes on with the same ones. Simulations in which a variable
 * that is fixed now had another value are left out.
 * @returns the file, relative to the work directory
 */
export async function stageEarlierResults(
  { store, storage }: Pick<Platform, "store" | "storage">,
  jobId: number,
  versionId: number,
  variables: Variables,
): Promise<string> {
  const found: GivenResult[] = [];
  let values = 0;
  for await (const result of comparableResults(store, versionId, variables)) {
    found.push(result);
    for (const value of Object.values(result.outputs)) values += typeof value === "number" ? 1 : value.length;
    if (found.length >= MAX_RESULTS || values >= MAX_VALUES) break;
  }
  await writeWhole(join(storage.workDir(jobId), RESULTS_FILE), JSON.stringify(found));
  return RESULTS_FILE;
}

async function* comparableResults(
  store: Platform["store"],
  versionId: number,
  variables: Variables,
): AsyncGenerator<GivenResult> {
  for (const { _id, run } of await earlierJobs(store, versionId)) {
    if (!haveSameFiles(run.variables, variables)) continue;
    const shared = sharedValues(run.variables);
    for await (const part of simulationResults(store, _id)) {
      for (const { inputs, outputs } of part) {
        const whole = { ...shared, ...inputs };
        if (isComparable(whole, variables))
          yield { inputs: variedOf(whole, variables), outputs: plain(outputs) };
      }
    }
  }
}

function haveSameFiles(one: Variables, other: Variables): boolean {
  return Object.entries(other).every(([name, variable]) => {
    const before = one[name];
    if (variable.type !== "File") return true;
    return before?.type === "File" && before.file?.sha256 === variable.file?.sha256;
  });
}

/** Whether all that this job does not vary had the same value. */
const isComparable = (inputs: VariedValues, variables: Variables): boolean =>
  Object.entries(variables).every(
    ([name, variable]) =>
      variable.type === "File" ||
      variedDimensions(variable) > 0 ||
      isDeepStrictEqual(inputs[name], variable.initval),
  );

const variedOf = (inputs: VariedValues, variables: Variables): GivenResult["inputs"] =>
  Object.fromEntries(
    Object.entries(inputs).flatMap(([name, value]) => {
      const variable = variables[name];
      if (variable === undefined || variedDimensions(variable) === 0) return [];
      return [[name, typeof value === "object" ? [...value] : value]];
    }),
  );

const plain = (outputs: SimulationResult["outputs"]): GivenResult["outputs"] =>
  Object.fromEntries(
    Object.entries(outputs).map(([name, value]) => [name, typeof value === "number" ? value : [...value]]),
  );
