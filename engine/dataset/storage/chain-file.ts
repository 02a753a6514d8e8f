/**
 * The file of a chain, to which every step of its walkers is appended: 8 bytes that name the format, the length of the header
 * (32 bits), the header (JSON, filled up with spaces), then the steps. A step is a row a walker, a row a 64-bit number a column, all
 * little-endian. Nothing in it is ever changed, so that it can be read while it grows.
 */
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { z } from "zod";
import { append, readFully, viewBytes } from "./files.ts";

const MAGIC_BYTES = new TextEncoder().encode("USCHAIN1");
const BEFORE_HEADER = MAGIC_BYTES.length + 4;
const MAX_HEADER = 64 * 1024 ** 2;
const BYTES_PER_NUMBER = Float64Array.BYTES_PER_ELEMENT;
/** Read and written at once, of steps. */
const CHUNK_BYTES = 1024 ** 2;

const chainHeader = z.object({
  walkers: z.int().min(1),
  /** The parameters, and last the log density. `options`: what the numbers of an option stand for. */
  columns: z.array(z.object({ name: z.string(), options: z.array(z.string()).nullable() })).min(1),
});
export type ChainHeader = z.infer<typeof chainHeader>;

export const CHAIN_FILE = "chain.steps";

const stepBytes = ({ walkers, columns }: ChainHeader): number => walkers * columns.length * BYTES_PER_NUMBER;

function headerBytes(header: ChainHeader): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const length =
    Math.ceil((BEFORE_HEADER + text.length) / BYTES_PER_NUMBER) * BYTES_PER_NUMBER - BEFORE_HEADER;
  const bytes = new Uint8Array(BEFORE_HEADER + length).fill(0x20);
  bytes.set(MAGIC_BYTES);
  new DataView(bytes.buffer).setUint32(MAGIC_BYTES.length, length, true);
  bytes.set(text, BEFORE_HEADER);
  return bytes;
}

async function readHeader(file: FileHandle): Promise<{ header: ChainHeader; start: number }> {
  const before = new Uint8Array(BEFORE_HEADER);
  await readFully(file, before, 0);
  const length = new DataView(before.buffer).getUint32(MAGIC_BYTES.length, true);
  if (!MAGIC_BYTES.every((byte, at) => before[at] === byte) || length > MAX_HEADER)
    throw new Error("The file holds no chain.");
  const text = new Uint8Array(length);
  await readFully(file, text, BEFORE_HEADER);
  const header = chainHeader.parse(JSON.parse(new TextDecoder().decode(text)));
  return { header, start: BEFORE_HEADER + length };
}

export class ChainWriter {
  readonly #file: FileHandle;
  #waiting: Float64Array[] = [];
  #bytes = 0;
  #aside: { readonly from: string; readonly to: string } | null = null;

  private constructor(file: FileHandle) {
    this.#file = file;
  }

  /** Begins a file, whatever was there before. */
  static async create(path: string, header: ChainHeader): Promise<ChainWriter> {
    const file = await open(path, "w", 0o600);
    await append(file, headerBytes(header));
    return new ChainWriter(file);
  }

  /** Begins a file that takes the place of the one at `path` once `publish` is called: until then that one is read. */
  static async createAside(path: string, header: ChainHeader): Promise<ChainWriter> {
    const aside = `${path}.part`;
    // A child that was killed may still hold the last one open.
    await rm(aside, { force: true });
    const writer = await ChainWriter.create(aside, header);
    writer.#aside = { from: aside, to: path };
    return writer;
  }

  /**
   * Goes on behind so many steps, and removes those after them.
   * @returns null when the file has fewer, or is that of another chain
   */
  static async reopen(path: string, header: ChainHeader, steps: number): Promise<ChainWriter | null> {
    const file = await open(path, "r+").catch(() => null);
    if (file === null) return null;
    const expected = headerBytes(header);
    const end = expected.length + steps * stepBytes(header);
    const storedHeader = new Uint8Array(expected.length);
    const isSame =
      (await file.stat()).size >= end &&
      (await readFully(file, storedHeader, 0).then(
        () => storedHeader.every((byte, at) => byte === expected[at]),
        () => false,
      ));
    if (!isSame) {
      await file.close();
      return null;
    }
    await file.truncate(end);
    await file.close();
    return new ChainWriter(await open(path, "a"));
  }

  /** @param rows of one step; copied */
  add(rows: Float64Array): void {
    this.#waiting.push(rows.slice());
    this.#bytes += rows.byteLength;
  }
  /** True: so much waits that it should be written. */
  get isFull(): boolean {
    return this.#bytes >= CHUNK_BYTES;
  }
  async flush(): Promise<void> {
    if (this.#bytes === 0) return;
    const parts = this.#waiting.map(viewBytes);
    this.#waiting = [];
    this.#bytes = 0;
    await append(this.#file, Buffer.concat(parts));
  }
  /** Puts a file that was created aside in its place, with all that was added. */
  async publish(): Promise<void> {
    await this.flush();
    if (this.#aside !== null) await rename(this.#aside.from, this.#aside.to);
    this.#aside = null;
  }
  /** Resolves once everything that was added is on the disk. */
  async sync(): Promise<void> {
    await this.flush();
    await this.#file.datasync();
  }
  async close(): Promise<void> {
    await this.flush();
    await this.#file.close();
  }
}

export interface ChainReader {
  header: ChainHeader;
  /** Complete ones when it was opened. */
  steps: number;
  /** All of them, some at a time: `steps` x walkers x columns. Reused. Closes the file in the end. */
  parts(): AsyncGenerator<Float64Array>;
  close(): Promise<void>;
}

/** @throws Error for a file that is none, or no chain */
export async function openChain(path: string): Promise<ChainReader> {
  const file = await open(path, "r");
  try {
    const { header, start } = await readHeader(file);
    const width = stepBytes(header);
    const steps = Math.floor(((await file.stat()).size - start) / width);
    const atOnce = Math.max(1, Math.floor(CHUNK_BYTES / width));
    const close = () => file.close();
    async function* parts(): AsyncGenerator<Float64Array> {
      const values = new Float64Array((Math.min(atOnce, Math.max(1, steps)) * width) / BYTES_PER_NUMBER);
      try {
        for (let step = 0; step < steps; step += atOnce) {
          const part = values.subarray(0, (Math.min(atOnce, steps - step) * width) / BYTES_PER_NUMBER);
          await readFully(file, viewBytes(part), start + step * width);
          yield part;
        }
      } finally {
        await close();
      }
    }
    return { header, steps, parts, close };
  } catch (error) {
    await file.close();
    throw error;
  }
}
