/** Keys of instructions, so that a value that is asked for twice is computed once. */

/** Longer arrays are told apart by which array it is: reading them would take longer than it saves. */
const MAX_READ = 1024;

/** Instructions of the same key yield the same values. Keys are those of one builder. */
export function instructionKeys(): (instruction: object) => string {
  const numbersByArray = new Map<Float64Array | Int32Array, number>();
  const nameValue = (value: unknown): string => {
    if (!(value instanceof Float64Array || value instanceof Int32Array)) return JSON.stringify(value);
    if (value.length <= MAX_READ) return value.join();
    const at = numbersByArray.get(value) ?? numbersByArray.size;
    numbersByArray.set(value, at);
    return `array ${at}`;
  };
  return (instruction) =>
    Object.entries(instruction)
      .map(([name, value]) => `${name}: ${nameValue(value)}`)
      .join("; ");
}
