/** The rows of an Extra Data file; of very many, a part. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import type { JobVariable } from "@understudy/shared/domain/job-variable.ts";
import type { SimulationInputs } from "@understudy/shared/domain/simulation.ts";
import { readExtraData } from "../../dataset/extra-data.ts";
import { inputsOfRow } from "../../designs/table-rows.ts";
import type { SourceFile } from "../contract/claim.ts";
import { openSource } from "./open-source.ts";

type Asked = {
  /** Null: there is none, and so there are no rows. */
  readonly file: SourceFile | null;
  readonly config: Pick<JobConfig, "inputs" | "outputs" | "coordinates">;
  /** By name, the coordinates' values. */
  readonly grids: ReadonlyMap<string, Float64Array>;
  /** Those that rows give values to. */
  readonly variables: Readonly<Record<string, JobVariable>>;
  /** Rows that are kept; of more, every second, fourth ... is. */
  readonly maximum: number;
  readonly progress?: (percentage: number, text: string) => void;
};

/**
 * @param toRow makes a row of the variables' values and of the outputs, in the order of the config
 * @returns sentences by field instead, where rows are not what the job needs
 */
export async function readExtraRows<Row>(
  { file, config, grids, variables, maximum, progress = () => undefined }: Asked,
  toRow: (inputs: SimulationInputs, outputs: readonly Float64Array[]) => Row,
): Promise<{ rows: Row[] } | { errors: Record<string, string[]> }> {
  if (file === null) return { rows: [] };
  const problems = createProblems();
  let [rows, step, count]: [Row[], number, number] = [[], 1, 0];
  const text = await openSource(file, (share) => progress(share * 100, `Reading ${file.name}`));
  await readExtraData(text, config, grids, problems.of("Extra Data", file.name), (inputs, outputs) => {
    if (count++ % step !== 0) return undefined;
    const columns = config.inputs.map(({ name }, i) => [name, inputs[i] ?? 0]);
    rows.push(toRow(inputsOfRow(variables, Object.fromEntries(columns)), outputs));
    if (rows.length > maximum) {
      rows = rows.filter((_, i) => i % 2 === 0);
      step *= 2;
    }
    return undefined;
  });
  return problems.count > 0 ? { errors: problems.report() } : { rows };
}
