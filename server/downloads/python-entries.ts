import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Entry } from "./write-zip.ts";

/** The Python user client as it is: there is nothing to build, pip installs it from the zip. */
const SOURCES = join(import.meta.dirname, "python-client");
const NAME = "understudy-python-client";
/** What Python and its tools leave behind. */
const LEFT_OUT = /(^|[\\/])(__pycache__|\.[^\\/]*)([\\/]|$)/;

export async function pythonEntries(): Promise<Entry[]> {
  const found = await readdir(SOURCES, { recursive: true, withFileTypes: true });
  const files = found
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(SOURCES, join(parentPath, name)))
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
  return await Promise.all(
    files.map(async (file) => ({
      path: [NAME, ...file.split(sep)].join("/"),
      text: await readFile(join(SOURCES, file), "utf8"),
    })),
  );
}
