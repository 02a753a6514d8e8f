import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import type { Entry } from "./write-zip.ts";

/** The Python user client as it is: there is nothing to build, pip installs it from the zip. */
const CLIENT_SOURCES = join(import.meta.dirname, "python-client");
const CLIENT_NAME = "understudy-python-client";
/** Matches the files that Python and its tools leave behind. */
const LEFT_OUT = /(^|[\\/])(__pycache__|\.[^\\/]*)([\\/]|$)/;

export async function pythonEntries(): Promise<Entry[]> {
  const entries = await readdir(CLIENT_SOURCES, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(CLIENT_SOURCES, join(parentPath, name)))
    .filter((file) => !LEFT_OUT.test(file))
    .sort();
  return await Promise.all(
    files.map(async (file) => ({
      path: [CLIENT_NAME, ...file.split(sep)].join("/"),
      text: await readFile(join(CLIENT_SOURCES, file), "utf8"),
    })),
  );
}
