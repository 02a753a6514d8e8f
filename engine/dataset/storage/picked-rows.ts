/** Reads some rows of a row file: those that lie close together in one read. */
import type { FileHandle } from "node:fs/promises";
import { readFully, viewBytes } from "./files.ts";

const WINDOW_BYTES = 256 * 1024;

/** The part of each row that is wanted, in values. */
export type Span = { readonly stride: number; readonly from: number; readonly width: number };

/** @param see called with the wanted part of the i-th of `rows`; it is valid until `see` returns */
export async function readPicked(
  file: FileHandle,
  rows: Uint32Array,
  { stride, from, width }: Span,
  see: (line: Float64Array, i: number) => void,
): Promise<void> {
  if (width === 0) return;
  const most = Math.max(1, Math.floor(WINDOW_BYTES / 8 / stride));
  const buffer = new Float64Array((most - 1) * stride + width);
  for (let start = 0; start < rows.length; ) {
    const first = rows[start];
    let end = start + 1;
    while (end < rows.length && rows[end] > rows[end - 1] && rows[end] - first < most) end++;
    const last = rows[end - 1];
    const block = buffer.subarray(0, (last - first) * stride + width);
    await readFully(file, viewBytes(block), (first * stride + from) * 8);
    for (let i = start; i < end; i++) {
      const at = (rows[i] - first) * stride;
      see(block.subarray(at, at + width), i);
    }
    start = end;
  }
}
