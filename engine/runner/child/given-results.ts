/** Results that a search begins with: the rows of an Extra Data file, and simulations of earlier jobs. */
import { readFile } from "node:fs/promises";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import { elementName, type InputDefinition, type ScalarValue } from "@understudy/shared/domain/variable.ts";
import {
  type SimulationInputs,
  type SimulationOutputs,
  simulationInputs,
  simulationOutputs,
} from "@understudy/shared/worker-protocol.ts";
import { z } from "zod";
import { readExtraData } from "../../dataset/extra-data.ts";
import type { ServerSearchWork } from "../search-ports.ts";
import { openSource } from "./open-source.ts";

const givenResult = z.object({ inputs: simulationInputs, outputs: simulationOutputs });
/** The inputs are those of the varied variables. */
export type GivenResult = z.infer<typeof givenResult>;

/** `errors`: sentences by field, where rows are not what the job needs. */
export async function readGivenResults(
  work: ServerSearchWork,
  progress: (percentage: number, text: string) => void,
): Promise<{ results: GivenResult[] } | { errors: Record<string, string[]> }> {
  const rows = await readRows(work, progress);
  if ("errors" in rows || work.earlierResults === null) return rows;
  const earlier = z.array(givenResult).parse(JSON.parse(await readFile(work.earlierResults, "utf8")));
  return { results: [...rows.results, ...earlier] };
}

async function readRows(
  { extraData, config, grids, variables }: ServerSearchWork,
  progress: (percentage: number, text: string) => void,
): Promise<{ results: GivenResult[] } | { errors: Record<string, string[]> }> {
  if (extraData === null) return { results: [] };
  const problems = createProblems();
  const file = await openSource(extraData, (share) => progress(share * 100, `Reading ${extraData.name}`));
  const coordinates = new Map(Object.entries(grids).map(([name, grid]) => [name, Float64Array.from(grid)]));
  const results: GivenResult[] = [];
  const found = problems.of("Extra Data", extraData.name);
  await readExtraData(file, config, coordinates, found, (inputs, outputs) => {
    results.push({ inputs: valuesOf(config.inputs, inputs, variables), outputs: outputsOf(config, outputs) });
    return undefined;
  });
  return problems.count > 0 ? { errors: problems.report() } : { results };
}

/** One value a variable; elements of a Vector are columns of their own. */
function valuesOf(
  columns: readonly InputDefinition[],
  row: readonly ScalarValue[],
  variables: ServerSearchWork["variables"],
): SimulationInputs {
  const cells = new Map(columns.map(({ name }, at) => [name, row[at] ?? 0]));
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, variable]): [string, ScalarValue | number[]][] => {
      if (!("fixed" in variable) || variable.fixed) return [];
      if (variable.type === "Vector")
        return [[name, variable.initval.map((_, i) => Number(cells.get(elementName(name, i)) ?? 0))]];
      const cell = cells.get(name);
      return cell === undefined ? [] : [[name, cell]];
    }),
  );
}

const outputsOf = (
  { outputs }: Pick<ServerSearchWork["config"], "outputs">,
  row: readonly Float64Array[],
): SimulationOutputs =>
  Object.fromEntries(
    outputs.map(({ name, type }, at) => {
      const values = row[at] ?? new Float64Array();
      return [name, type === "Vector" ? [...values] : (values[0] ?? Number.NaN)];
    }),
  );
