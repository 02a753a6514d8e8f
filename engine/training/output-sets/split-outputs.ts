/**
 * Splits a table into the sets of outputs that are trained together. An output is undefined, not a number, in rows where its run
 * gave no value. Outputs that are defined in the same rows make one set, which is trained on these rows alone, so that no output
 * loses rows because another one is undefined there.
 */
import { counted } from "@understudy/shared/counted.ts";
import { countTrainingRows, isCrossValidated } from "@understudy/shared/domain/cross-validation.ts";
import { MAX_OUTPUT_SETS } from "@understudy/shared/job-config/training-estimate.ts";
import { listNames } from "@understudy/shared/list-names.ts";
import { UserError } from "@understudy/shared/user-error.ts";
import { type OutputColumn, rowsWhere, selectRows, type Table } from "../../dataset/table.ts";
import { MIN_ROWS } from "../prepare/check-table.ts";
import type { TrainOptions } from "../prepare/messages.ts";

/** A curve is trained by its principal components, of which there are about so many at most. */
const MAX_TARGETS = 40;
/** More names do not fit into a sentence. */
const MAX_NAMES = 5;

export interface OutputSet {
  /** The rows in which all outputs of the set are defined, with these outputs and the coordinates of their curves. */
  table: Table;
  /** The options for this table. */
  options: TrainOptions;
  /** The row of the whole table that each row of this table is. */
  rows: Int32Array;
  /** The number of outputs that are emulated. */
  outputCount: number;
  /** The share of the work of all sets: of their rows times what is trained on them. */
  workShare: number;
  /** The names of the outputs that are defined in more rows than are trained on, because there were too many sets. */
  reduced: ReadonlySet<string>;
}

interface Group {
  outputs: OutputColumn[];
  /** One a row: 1 where all outputs are defined. */
  isDefined: Uint8Array;
  /** The number of rows in which they are. */
  count: number;
}

/**
 * The sets, that with the most values first. A table without undefined values is one set of all rows.
 * @throws UserError naming an output that is defined in too few rows
 */
export function splitOutputs(table: Table, options: TrainOptions): OutputSet[] {
  const { ignoredOutputs = [] } = options;
  const emulated = table.outputs.filter(({ name }) => !ignoredOutputs.includes(name));
  const counts = new Map<string, number>();
  const groups: Group[] = [];
  for (const output of emulated) {
    const isDefined = findDefinedRows(output, findCoordinate(table, output, options), table.rows);
    const same = groups.find((group) => isSame(group.isDefined, isDefined));
    const count = isDefined.reduce((sum, flag) => sum + flag, 0);
    counts.set(output.name, count);
    if (same === undefined) groups.push({ outputs: [output], isDefined, count });
    else same.outputs.push(output);
  }
  for (const group of groups) checkRows(group, options);
  const merged = mergeGroups(groups);
  const works = merged.map(computeWork);
  const allWork = works.reduce((sum, work) => sum + work, 0);
  return merged.map((group, at) => {
    checkRows(group, options);
    const reduced = group.outputs.map(({ name }) => name).filter((name) => counts.get(name) !== group.count);
    const workShare = merged.length === 1 ? 1 : (works[at] ?? 0) / allWork;
    return {
      ...selectSet(table, options, group),
      outputCount: group.outputs.length,
      workShare,
      reduced: new Set(reduced),
    };
  });
}

/** A curve is undefined as a whole where one of its values, or of its coordinate's, is. */
function findDefinedRows(
  output: OutputColumn,
  coordinate: OutputColumn | undefined,
  rows: number,
): Uint8Array {
  const isDefined = new Uint8Array(rows).fill(1);
  for (const { values, size } of coordinate === undefined ? [output] : [output, coordinate]) {
    for (let at = 0; at < values.length; at++) {
      if (Number.isNaN(values[at])) isDefined[Math.floor(at / size)] = 0;
    }
  }
  return isDefined;
}

function findCoordinate(
  table: Table,
  { name, size }: OutputColumn,
  { curves }: TrainOptions,
): OutputColumn | undefined {
  const coordinate = size > 1 ? curves?.[name]?.coordinate : undefined;
  return coordinate === undefined ? undefined : table.outputs.find((output) => output.name === coordinate);
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.every((flag, row) => flag === b[row]);

const computeWork = ({ outputs, count }: Group): number =>
  count * outputs.reduce((sum, { size }) => sum + Math.min(size, MAX_TARGETS), 0);

/**
 * Keeps the groups with the most values. Each further one is merged into that with which the fewest values are lost: both are then
 * trained on the rows that they have in common.
 */
function mergeGroups(groups: readonly Group[]): Group[] {
  const sorted = groups.toSorted((a, b) => computeWork(b) - computeWork(a));
  const merged = sorted.slice(0, MAX_OUTPUT_SETS);
  for (const group of sorted.slice(MAX_OUTPUT_SETS)) {
    const candidates = merged.map((target, at) => {
      const union = mergeTwo(target, group);
      return { at, union, loss: computeWork(target) + computeWork(group) - computeWork(union) };
    });
    const [best] = candidates.sort((a, b) => a.loss - b.loss);
    if (best !== undefined) merged[best.at] = best.union;
  }
  return merged;
}

function mergeTwo(a: Group, b: Group): Group {
  const isDefined = a.isDefined.map((flag, row) => flag & (b.isDefined[row] ?? 0));
  const count = isDefined.reduce((sum, flag) => sum + flag, 0);
  return { outputs: [...a.outputs, ...b.outputs], isDefined, count };
}

/**
 * Checks the rows of a group. Accuracies by cross-validation need no validation rows.
 * @throws UserError where too few rows are left to train on, or none to validate with
 */
function checkRows({ outputs, isDefined, count }: Group, { validationRows }: TrainOptions): void {
  const validation = new Set(Array.from(validationRows).filter((row) => isDefined[row] === 1)).size;
  const needsValidationRows = !isCrossValidated(count);
  const training = countTrainingRows(count, validation);
  if ((validation > 0 || !needsValidationRows) && training >= MIN_ROWS) return;
  const trainingRows = training === 0 ? "no training row" : `only ${counted(training, "training row")}`;
  const [itHas, it] = outputs.length === 1 ? ["it has", "it"] : ["they have", "them"];
  const reason =
    training < MIN_ROWS
      ? `values in ${trainingRows}, and at least ${MIN_ROWS} are needed`
      : "no value in the rows kept for validation";
  const names = listNames(
    outputs.map(({ name }) => `“${name}”`),
    MAX_NAMES,
  );
  throw new UserError(`${names} cannot be trained: ${itHas} ${reason}. Ignore ${it}, or add rows.`);
}

/** The table, rows and options of a group; all of them where it is defined in all rows and alone. */
function selectSet(
  table: Table,
  options: TrainOptions,
  { outputs, isDefined, count }: Group,
): Pick<OutputSet, "table" | "options" | "rows"> {
  const rows = rowsWhere(table.rows, (row) => isDefined[row] === 1);
  const { ignoredOutputs = [] } = options;
  const isOther = (name: string): boolean => !outputs.some((output) => output.name === name);
  const coordinates = new Set(outputs.map((output) => findCoordinate(table, output, options)?.name));
  const isNeeded = ({ name }: OutputColumn): boolean => !isOther(name) || coordinates.has(name);
  const isWhole = table.outputs.every(({ name }) => !isOther(name) || ignoredOutputs.includes(name));
  if (isWhole && count === table.rows) return { table, options, rows };
  const needed = { ...table, outputs: table.outputs.filter(isNeeded) };
  const positions = new Map(Array.from(rows, (row, at) => [row, at]));
  return {
    table: selectRows(needed, rows),
    options: {
      ...options,
      validationRows: Array.from(options.validationRows).flatMap((row) => positions.get(row) ?? []),
      groups: options.groups ? rows.map((row) => options.groups?.[row] ?? row) : null,
      ignoredOutputs: needed.outputs.map(({ name }) => name).filter(isOther),
    },
    rows,
  };
}
