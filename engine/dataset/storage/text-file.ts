/** A text file written from the first line to the last in blocks. */
import { open } from "node:fs/promises";
import { append } from "./files.ts";

const BLOCK_CHARACTERS = 256 * 1024;

export type TextFileWriter = {
  /** Answers a promise when a block has to be written first. */
  write(text: string): Promise<void> | undefined;
  close(): Promise<void>;
};

export async function createTextFile(path: string): Promise<TextFileWriter> {
  const file = await open(path, "wx", 0o600);
  let waiting: string[] = [];
  let size = 0;
  const flush = async () => {
    const block = waiting.join("");
    waiting = [];
    size = 0;
    await append(file, Buffer.from(block));
  };
  return {
    write: (text) => {
      waiting.push(text);
      size += text.length;
      return size < BLOCK_CHARACTERS ? undefined : flush();
    },
    close: async () => {
      await flush();
      await file.sync();
      await file.close();
    },
  };
}
