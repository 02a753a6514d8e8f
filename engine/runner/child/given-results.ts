/** Results that a search begins with: the rows of an Extra Data file, and simulations of earlier jobs. */
import { readFile } from "node:fs/promises";
import {
  type SimulationOutputs,
  simulationInputs,
  simulationOutputs,
} from "@understudy/shared/domain/simulation.ts";
import { z } from "zod";
import type { ServerSearchWork } from "../contract/search-ports.ts";
import { readExtraRows } from "./extra-rows.ts";

/** An Extra Data file may have at most this many rows; all of them stay in memory. */
const MAX_ROWS = 10_000;

const givenResult = z.object({ inputs: simulationInputs, outputs: simulationOutputs });
/** The inputs are those of the varied variables. */
export type GivenResult = z.infer<typeof givenResult>;

/** `errors`: sentences by field, where rows are not what the job needs. */
export async function readGivenResults(
  work: ServerSearchWork,
  progress: (percentage: number, text: string) => void,
): Promise<{ results: GivenResult[] } | { errors: Record<string, string[]> }> {
  const read = await readRows(work, progress);
  if ("errors" in read) return read;
  return { results: [...read.rows, ...(await earlierResults(work))] };
}

async function earlierResults({ earlierResults: path }: ServerSearchWork): Promise<GivenResult[]> {
  if (path === null) return [];
  return z.array(givenResult).parse(JSON.parse(await readFile(path, "utf8")));
}

async function readRows(
  { extraData: file, config, grids, variables }: ServerSearchWork,
  progress: (percentage: number, text: string) => void,
): Promise<{ rows: GivenResult[] } | { errors: Record<string, string[]> }> {
  const coordinates = new Map(Object.entries(grids).map(([name, grid]) => [name, Float64Array.from(grid)]));
  const varied = Object.fromEntries(
    Object.entries(variables).filter(([, variable]) => "fixed" in variable && !variable.fixed),
  );
  return await readExtraRows(
    { file, config, grids: coordinates, variables: varied, maximum: MAX_ROWS, progress },
    (inputs, outputs) => ({ inputs, outputs: selectOutputs(config, outputs) }),
  );
}

const selectOutputs = (
  { outputs }: Pick<ServerSearchWork["config"], "outputs">,
  row: readonly Float64Array[],
): SimulationOutputs =>
  Object.fromEntries(
    outputs.map(({ name, type }, at) => {
      const values = row[at] ?? new Float64Array();
      return [name, type === "Vector" ? [...values] : (values[0] ?? Number.NaN)];
    }),
  );
