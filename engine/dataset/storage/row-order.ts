/** The order in which the rows of a dataset on disk are taken into its validation set. */
import type { RowGroups } from "@understudy/shared/api/row-groups.ts";
import type { DatasetMeta, InputMeta } from "../dataset-meta.ts";
import { isVaried } from "../preprocess.ts";
import { detectGrouping, groupRows } from "../row-groups/detect-grouping.ts";
import { createRowHash, validationOrder } from "../split.ts";
import { describesDesign, readColumns } from "./input-columns.ts";
import { readRowFile } from "./row-file.ts";

/** Values, of all inputs together, in which groups are looked for: the first rows. */
const MAX_VALUES = 2_000_000;
const MAX_ROWS = 50_000;
/** A level that so few points hold is kept for the training where chance would leave it none of them. */
const RARE_LEVEL_GROUPS = 10;

type RowOrder = { readonly order: Uint32Array; readonly groups: RowGroups | null };

/** @param path of inputs.f64. @param groupBy see `DatasetMeta.grouping`; names that are no inputs count nothing. */
export async function orderRows(
  path: string,
  { inputs, rows }: Pick<DatasetMeta, "inputs" | "rows">,
  groupBy: readonly string[] | null,
): Promise<RowOrder> {
  const everyInput = inputs.map((_, at) => at);
  const grouping =
    groupBy === null
      ? await findGrouping(path, inputs, rows)
      : { shared: everyInput.filter((at) => groupBy.includes(inputs[at]?.name ?? "")) };
  const hashes = await hashRows(path, inputs.length, rows);
  const shared = grouping?.shared ?? [];
  const numbers = shared.length === 0 ? null : groupRows(await readColumns(path, inputs, shared, rows), rows);
  if (numbers !== null) shareHashes(hashes, numbers);
  const rare = await findRareLevels(path, inputs, rows, hashes);
  const order = validationOrder(hashes, rare);
  const swept = inputs.flatMap((input, at) => (!shared.includes(at) && isVaried(input) ? [at] : []));
  const namesAt = (positions: readonly number[]): string[] =>
    positions.flatMap((at) => inputs[at]?.name ?? []);
  const groups = numbers && { columns: namesAt(shared), swept: namesAt(swept), ...measureGroups(numbers) };
  return { order, groups };
}

/** Positions of inputs. A counter of rows sweeps within every group and describes none. */
async function findGrouping(path: string, inputs: readonly InputMeta[], rows: number) {
  const positions = inputs.flatMap((input, at) => (describesDesign(input) ? [at] : []));
  const some = Math.min(rows, MAX_ROWS, Math.floor(MAX_VALUES / Math.max(1, positions.length)));
  const grouping = detectGrouping(await readColumns(path, inputs, positions, some));
  return grouping && { shared: grouping.shared.flatMap((at) => positions[at] ?? []) };
}

async function hashRows(path: string, width: number, rows: number): Promise<Float64Array> {
  const hashes = new Float64Array(rows);
  const hashRow = createRowHash(width);
  let row = 0;
  for await (const values of readRowFile(path, width, rows)) hashes[row++] = hashRow(values);
  return hashes;
}

/** Gives all rows of a group the smallest of their hashes, which does not depend on their order. */
function shareHashes(hashes: Float64Array, numbers: Int32Array): void {
  const smallest = new Map<number, number>();
  numbers.forEach((group, row) => {
    smallest.set(group, Math.min(hashes[row], smallest.get(group) ?? Number.POSITIVE_INFINITY));
  });
  numbers.forEach((group, row) => {
    hashes[row] = smallest.get(group) ?? hashes[row];
  });
}

/** Finds for each level that few points hold the hash of the point that would be taken into the validation set last. */
async function findRareLevels(
  path: string,
  inputs: readonly InputMeta[],
  rows: number,
  hashes: Float64Array,
): Promise<Set<number>> {
  const categories = inputs.flatMap((input, at) =>
    input.kind === "categorical" ? [{ at, points: input.levels.map(() => new Set<number>()) }] : [],
  );
  if (categories.length === 0) return new Set();
  let row = 0;
  for await (const values of readRowFile(path, inputs.length, rows)) {
    for (const { at, points } of categories) {
      const pointsOfLevel = points[values[at]];
      if (pointsOfLevel !== undefined && pointsOfLevel.size <= RARE_LEVEL_GROUPS) {
        pointsOfLevel.add(hashes[row]);
      }
    }
    row += 1;
  }
  const rare = categories.flatMap(({ points }) => points.filter(({ size }) => size <= RARE_LEVEL_GROUPS));
  return new Set(rare.map((hashesOfLevel) => Math.max(...hashesOfLevel)));
}

function measureGroups(numbers: Int32Array): Pick<RowGroups, "count" | "smallest" | "largest"> {
  const sizes = new Map<number, number>();
  for (const group of numbers) sizes.set(group, (sizes.get(group) ?? 0) + 1);
  const all = Array.from(sizes.values());
  const smallest = all.reduce((least, size) => Math.min(least, size), numbers.length);
  return { count: sizes.size, smallest, largest: all.reduce((most, size) => Math.max(most, size), 0) };
}
