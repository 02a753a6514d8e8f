/** The description of a small dataset of a transistor, as the runner stores it. */
import type { DatasetMeta } from "../../../engine/dataset/dataset-meta.ts";

const NO_GRID = { coordinate: null, loop: null, gridColumns: null, gridAxisColumns: null };
/** A vector, which may be the coordinate of others. */
export const makeVectorMeta = (name: string, length: number, offset: number, isCoordinate: boolean) =>
  ({
    name,
    kind: "vector",
    length,
    offset,
    min: 0,
    max: 2,
    isCoordinate,
    undefinedRows: 0,
    ...NO_GRID,
  }) as const;

/** Four inputs of every kind, a scalar, and curves over a coordinate. */
export const TRANSISTOR_META: DatasetMeta = {
  version: 1,
  relation: null,
  rows: 100,
  inputs: [
    {
      kind: "numeric",
      name: "Lg",
      min: 50,
      max: 500,
      integer: true,
      countsRows: false,
      uniqueValues: [50, 100, 500],
      centre: 100,
    },
    {
      kind: "numeric",
      name: "tox",
      min: 0.5,
      max: 2,
      integer: false,
      countsRows: false,
      uniqueValues: null,
      centre: 1.25,
    },
    {
      kind: "numeric",
      name: "T",
      min: 300,
      max: 300,
      integer: true,
      countsRows: false,
      uniqueValues: [300],
      centre: 300,
    },
    { kind: "categorical", name: "kind", levels: ["n", "p"], commonest: 1, counts: [] },
  ],
  outputs: [
    {
      name: "gm",
      kind: "scalar",
      length: 1,
      offset: 0,
      min: -1,
      max: 1,
      isCoordinate: false,
      undefinedRows: 0,
      ...NO_GRID,
    },
    makeVectorMeta("Id", 21, 1, false),
    makeVectorMeta("Vgs", 21, 22, true),
    makeVectorMeta("Ig", 21, 43, false),
    makeVectorMeta("alone", 5, 64, true),
  ],
  outputWidth: 69,
  ignoredRows: 3,
  split: { file: "split-20.u32", validationPercentage: 20, validation: 20, training: 80 },
};
