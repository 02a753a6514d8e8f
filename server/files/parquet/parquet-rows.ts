/** The rows of a dataset as an Apache Parquet file, a row group at a time. */

import type { InputMeta, OutputMeta } from "@understudy/engine/dataset/dataset-meta.ts";
import type { Dataset } from "@understudy/engine/dataset/storage/dataset.ts";
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from "hyparquet-writer";

/** Numbers of a row group: 8 MB of them. */
const GROUP_VALUES = 2 ** 20;
const MAX_GROUP_ROWS = 100_000;

/**
 * Columns in the order of `data.csv`: numbers as doubles, categories as texts, curves as lists of doubles; null where a row does not
 * define an output. The units of the
 * columns, by name, are the file's metadata `units`, as JSON.
 * @param units of the stored numbers, by name of the column
 * @returns the bytes of the file, in pieces
 */
export async function* parquetRows(
  dataset: Dataset,
  units: Readonly<Record<string, string>>,
): AsyncGenerator<Uint8Array> {
  const { inputs, outputs, rows, outputWidth } = dataset.meta;
  const writer = new ByteWriter();
  const file = new ParquetWriter({
    writer,
    schema: toSchema(inputs, outputs),
    kvMetadata: [{ key: "units", value: JSON.stringify(units) }],
    createdBy: "Understudy",
  });
  const groupRows = Math.floor(GROUP_VALUES / (inputs.length + outputWidth));
  const most = Math.max(1, Math.min(MAX_GROUP_ROWS, groupRows));
  for (let from = 0; from < rows; from += most) {
    const columnData = await readColumns(dataset, from, Math.min(most, rows - from));
    await file.write({ columnData, rowGroupSize: most });
    yield taken(writer);
  }
  await file.finish();
  yield taken(writer);
}

/** Takes the bytes that were written since the last time; the writer goes on counting its position in the file. */
function taken(writer: ByteWriter): Uint8Array {
  const bytes = writer.getBytes().slice();
  writer.index = 0;
  return bytes;
}

async function readColumns(dataset: Dataset, from: number, count: number): Promise<ColumnSource[]> {
  const { inputs, outputs } = dataset.meta;
  const names = outputs.map(({ name }) => name);
  const numbers = await dataset.rowNumbers("combined", from, count);
  const read = await dataset.readRows(numbers, names);
  const width = inputs.length;
  const inputColumns = inputs.map((input, column): ColumnSource => {
    const values = Float64Array.from({ length: count }, (_, i) => read.inputs[i * width + column] ?? 0);
    if (input.kind === "numeric") return { name: input.name, data: values };
    return { name: input.name, data: Array.from(values, (code) => input.levels[code] ?? "") };
  });
  const computed = outputs.map(({ name, kind, length, undefinedRows }): ColumnSource => {
    const values = read.outputs[name] ?? new Float64Array(0);
    if (kind === "scalar") return { name, data: undefinedRows === 0 ? values : Array.from(values, orNull) };
    const lists = Array.from({ length: count }, (_, i) => {
      const curve = values.subarray(i * length, (i + 1) * length);
      return curve.some(Number.isNaN) ? null : Array.from(curve);
    });
    return { name, data: lists };
  });
  return [...inputColumns, ...computed];
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

const DOUBLE_COLUMN = { type: "DOUBLE", repetition_type: "REQUIRED" } as const;

const toSchema = (inputs: readonly InputMeta[], outputs: readonly OutputMeta[]): SchemaElement[] => [
  { name: "root", num_children: inputs.length + outputs.length },
  ...inputs.map(
    ({ name, kind }): SchemaElement =>
      kind === "numeric"
        ? { name, ...DOUBLE_COLUMN }
        : { name, type: "BYTE_ARRAY", converted_type: "UTF8", repetition_type: "REQUIRED" },
  ),
  ...outputs.flatMap(({ name, kind, undefinedRows }): SchemaElement[] => {
    const repetition_type = undefinedRows === 0 ? "REQUIRED" : "OPTIONAL";
    if (kind === "scalar") return [{ name, type: "DOUBLE", repetition_type }];
    return [
      { name, repetition_type, num_children: 1, converted_type: "LIST" },
      { name: "list", repetition_type: "REPEATED", num_children: 1 },
      { name: "element", ...DOUBLE_COLUMN },
    ];
  }),
];
