/**
 * Lays out a program's values in one array of scratch memory, where a value reuses the place of a value that is no longer
 * read.
 */
import type { Value } from "../../program.ts";
import { needsMemory, type Schedule } from "../../schedule.ts";

export interface Scratch {
  size: number;
  offsets: ReadonlyMap<Value, number>;
}

export function layOutScratch({ means, bounds, instructions }: Schedule): Scratch {
  const offsets = new Map<Value, number>();
  /** The free places below `size`, in ascending order. Neighbouring places are merged. */
  let free: { from: number; length: number }[] = [];
  let size = 0;
  const take = (columns: number): number => {
    const place = free.find(({ length }) => length >= columns);
    if (place === undefined) {
      size += columns;
      return size - columns;
    }
    const { from } = place;
    place.from += columns;
    place.length -= columns;
    return from;
  };
  for (const { value, instruction, frees } of [...means, ...bounds]) {
    if (needsMemory(instruction)) offsets.set(value, take(instruction.columns));
    const freed = frees.map((freedValue) => ({
      from: offsets.get(freedValue) ?? 0,
      length: instructions[freedValue].columns,
    }));
    free = merged([...free.filter(({ length }) => length > 0), ...freed]);
  }
  return { size: Math.max(1, size), offsets };
}

function merged(places: { from: number; length: number }[]): { from: number; length: number }[] {
  const result: { from: number; length: number }[] = [];
  for (const place of places.sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && last.from + last.length === place.from) last.length += place.length;
    else result.push(place);
  }
  return result;
}
