import type { Cell } from "../../../support/engine/file-jobs.ts";

export const joinCells = (rows: readonly (readonly Cell[])[], separator: string): string =>
  `${rows.map((row) => row.join(separator)).join("\n")}\n`;

export const roundDigits = (value: number, digits = 6): number => Number(value.toPrecision(digits));
