/** The order in which a file computes a program: what the means need first, so that bounds nobody asked for cost nothing. */
import {
  type Instruction,
  listOperands,
  neededFor,
  type Program,
  pruned,
  RESULT_PARTS,
  type ResultPart,
  type Value,
} from "./program.ts";

export interface Step {
  value: Value;
  instruction: Instruction;
  /** The results that this value is. */
  stores: readonly { output: number; part: ResultPart }[];
  /** Computed values that nothing reads after this step: their memory is free. Constants and the inputs need none. */
  frees: readonly Value[];
}

export interface Schedule {
  means: readonly Step[];
  /** The steps that the bounds need beyond the means. */
  bounds: readonly Step[];
  /** By value. */
  instructions: readonly Instruction[];
}

export function makeSchedule(program: Program): Schedule {
  const { instructions, results } = pruned(program);
  const forMeans = neededFor(
    instructions,
    results.map(({ mean }) => mean),
  );
  const values = instructions.map((_, value) => value);
  const order = [...values.filter((value) => forMeans.has(value)), ...values.filter((v) => !forMeans.has(v))];
  const lastReader = new Map<Value, Value>();
  for (const value of order) {
    lastReader.set(value, value);
    for (const operand of listOperands(instructions[value])) lastReader.set(operand, value);
  }
  const frees = Map.groupBy(
    order.filter((value) => needsMemory(instructions[value])),
    (value) => lastReader.get(value) ?? value,
  );
  const listStores = (value: Value): Step["stores"] =>
    results.flatMap((result, output) =>
      RESULT_PARTS.filter((part) => result[part] === value).map((part) => ({ output, part })),
    );
  const steps = order.map((value) => ({
    value,
    instruction: instructions[value],
    stores: listStores(value),
    frees: frees.get(value) ?? [],
  }));
  return { means: steps.slice(0, forMeans.size), bounds: steps.slice(forMeans.size), instructions };
}

/** Constants and the inputs lie elsewhere. */
export const needsMemory = ({ kind }: Instruction): boolean => kind !== "constant" && kind !== "inputs";

/** The most columns that are needed at once. */
export function peakColumns({ means, bounds, instructions }: Schedule): number {
  let live = 0;
  let peak = 1;
  for (const { instruction, frees } of [...means, ...bounds]) {
    if (needsMemory(instruction)) live += instruction.columns;
    peak = Math.max(peak, live);
    for (const value of frees) live -= instructions[value].columns;
  }
  return peak;
}
