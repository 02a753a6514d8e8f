/** A job's simulations as rows of numbers, in the columns that follow from its spec. */
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { RawOutput } from "@understudy/shared/csv/output-column.ts";
import type { RawInput } from "@understudy/shared/csv/parameters.ts";
import type { InputDefinition, ScalarValue } from "@understudy/shared/domain/variable.ts";
import type { VariedValues } from "../../designs/axes.ts";
import { columnsOfInputs } from "../../designs/table-rows.ts";
import type { SimulationResult } from "../contract/run-ports.ts";

export type RunColumns = {
  readonly inputs: readonly RawInput[];
  /** Coordinates included. */
  readonly outputs: readonly RawOutput[];
  /** The number of values in a row of outputs. */
  readonly outputWidth: number;
  /** One value a column, in the order of the config. */
  inputRow(values: readonly ScalarValue[]): Float64Array;
  outputRow(values: readonly Float64Array[]): Float64Array;
  /** Makes the row of a simulation's inputs: fixed inputs and coordinates are filled in. */
  simulatedInputs(varied: VariedValues): Float64Array;
  /** An output without a value is not a number. */
  simulatedOutputs(outputs: SimulationResult["outputs"]): Float64Array;
};

export function createColumns(
  config: Pick<JobConfig, "inputs" | "outputs">,
  grids: Readonly<Record<string, readonly number[]>>,
): RunColumns {
  const { inputs, outputs } = config;
  const levels = inputs.map(listLevels);
  const outputWidth = outputs.reduce((sum, { length }) => sum + length, 0);

  const inputRow = (values: readonly ScalarValue[]) =>
    Float64Array.from(values, (value, i) => levels[i]?.indexOf(String(value)) ?? Number(value));
  const outputRow = (values: readonly Float64Array[]) => {
    const row = new Float64Array(outputWidth);
    let at = 0;
    for (const value of values) {
      row.set(value, at);
      at += value.length;
    }
    return row;
  };
  return {
    inputs: inputs.map(({ name }, i) => ({ name, levels: levels[i] ?? null })),
    outputs: outputs.map(({ name, type, length }) => ({
      name,
      vectorLength: type === "Vector" ? length : null,
    })),
    outputWidth,
    inputRow,
    outputRow,
    simulatedInputs: (varied) => {
      const valueByColumn = columnsOfInputs(varied);
      return inputRow(inputs.map(({ name, initval }) => valueByColumn.get(name) ?? initval ?? 0));
    },
    simulatedOutputs: (results) =>
      outputRow(
        outputs.map(({ name, length }) => {
          const value = grids[name] ?? results[name];
          if (value === undefined) return new Float64Array(length).fill(Number.NaN);
          return typeof value === "number" ? Float64Array.of(value) : Float64Array.from(value);
        }),
      ),
  };
}

/** Options that are all numbers make a column of numbers, of which a person may still make categories. */
function listLevels({ values }: InputDefinition): string[] | null {
  if (values === null || values.every((value) => typeof value === "number")) return null;
  return values.map(String);
}
