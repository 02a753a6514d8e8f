/** A chain as the files that people download. */
import { setImmediate } from "node:timers/promises";
import { csvLine } from "@understudy/shared/csv/csv-line.ts";
import type { ChainReader } from "./chain-file.ts";
import { viewBytes } from "./files.ts";

/** A NumPy file (version 1.0) of a 3-D array: steps x walkers x columns. Options are their numbers. */
export async function* chainNumpy({ header, steps, parts }: ChainReader): AsyncGenerator<Uint8Array> {
  const shape = `(${steps}, ${header.walkers}, ${header.columns.length})`;
  yield numpyHeader(`{'descr': '<f8', 'fortran_order': False, 'shape': ${shape}, }`);
  // The next part overwrites this one.
  for await (const part of parts()) yield viewBytes(part).slice();
}

const NUMPY_FORMAT = { magic: "\x93NUMPY\x01\x00", alignment: 64 };

function numpyHeader(text: string): Uint8Array {
  const before = NUMPY_FORMAT.magic.length + 2;
  const length = Math.ceil((before + text.length + 1) / NUMPY_FORMAT.alignment) * NUMPY_FORMAT.alignment;
  const bytes = Buffer.alloc(length, " ");
  bytes.write(NUMPY_FORMAT.magic, "latin1");
  bytes.writeUInt16LE(length - before, NUMPY_FORMAT.magic.length);
  bytes.write(text, before, "latin1");
  bytes.write("\n", length - 1, "latin1");
  return bytes;
}

/** Turned into text at once, of a chain: the process answers others in between. */
const CELLS_AT_ONCE = 5_000;

/** One line a walker and step, both counted from 1. Options are their texts. */
export async function* chainCsv({ header, parts }: ChainReader): AsyncGenerator<string> {
  const { walkers, columns } = header;
  yield csvLine(["step", "walker", ...columns.map(({ name }) => name)]);
  const width = columns.length;
  let row = 0;
  for await (const part of parts()) {
    let lines: string[] = [];
    for (let at = 0; at < part.length; at += width, row++) {
      const cells = columns.map(({ options }, c) =>
        options === null ? part[at + c] : (options[part[at + c]] ?? ""),
      );
      lines.push(csvLine([Math.floor(row / walkers) + 1, (row % walkers) + 1, ...cells]));
      if (lines.length * width < CELLS_AT_ONCE) continue;
      yield lines.join("");
      lines = [];
      await setImmediate();
    }
    yield lines.join("");
  }
}
