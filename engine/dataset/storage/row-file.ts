/** Files of rows of float64 numbers, written and read from the first row to the last in blocks. */
import { type FileHandle, open } from "node:fs/promises";
import { append, readFully, viewBytes } from "./files.ts";

const BLOCK_VALUES = 64 * 1024;

export type RowFileWriter = {
  /** Copies the row. Answers a promise when a block has to be written first. */
  write(row: Float64Array): Promise<void> | undefined;
  /** Writes what is left, down to the disk. */
  close(): Promise<void>;
};

export async function createRowFile(path: string): Promise<RowFileWriter> {
  const file = await open(path, "wx", 0o600);
  let block = new Float64Array(BLOCK_VALUES);
  let filled = 0;
  const flush = async () => {
    const values = block.subarray(0, filled);
    filled = 0;
    await append(file, viewBytes(values));
  };
  const put = (row: Float64Array) => {
    if (row.length > block.length) block = new Float64Array(row.length);
    block.set(row, filled);
    filled += row.length;
  };
  return {
    write: (row) => {
      if (filled + row.length <= block.length) {
        put(row);
        return undefined;
      }
      const copy = row.slice();
      return flush().then(() => put(copy));
    },
    close: async () => {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}

/** The rows in order; each array is valid until the next is asked for. */
export async function* readRowFile(path: string, width: number, rows: number): AsyncGenerator<Float64Array> {
  const file = await open(path, "r");
  try {
    yield* readRows(file, width, rows);
  } finally {
    await file.close();
  }
}

async function* readRows(file: FileHandle, width: number, rows: number): AsyncGenerator<Float64Array> {
  const perBlock = Math.max(1, Math.floor(BLOCK_VALUES / Math.max(1, width)));
  const block = new Float64Array(perBlock * width);
  for (let first = 0; first < rows; first += perBlock) {
    const count = Math.min(perBlock, rows - first);
    await readFully(file, viewBytes(block.subarray(0, count * width)), first * width * 8);
    for (let i = 0; i < count; i++) yield block.subarray(i * width, (i + 1) * width);
  }
}
