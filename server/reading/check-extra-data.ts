import { createReadStream } from "node:fs";
import { readExtraData } from "@understudy/engine/dataset/extra-data.ts";
import { gridValues } from "@understudy/engine/specs/grid.ts";
import { configOfSpec } from "@understudy/engine/specs/job-config.ts";
import { createProblems } from "@understudy/shared/csv/problems.ts";
import type { WorkAnswer, WorkRequest } from "./tasks.ts";

/** More of them do not help under a form field. */
const MAX_SHOWN_PROBLEMS = 10;
/** The part of a file that is checked while somebody waits; the run, which reads the whole file, checks the rest. */
const CHECKED_BYTES = 32 * 1024 * 1024;

/** Ends a reading early. */
class Enough extends Error {}

export async function checkExtraData({
  path,
  name,
  size,
  manifest,
  variables,
}: WorkRequest<"checkExtraData">): Promise<WorkAnswer<"checkExtraData">> {
  const problems = createProblems();
  const problemList = problems.of("Extra Data", name);
  const grids = new Map(manifest.coordinates.map(({ name, grid }) => [name, gridValues(grid)]));
  const chunks = createReadStream(path);
  const file = { name, size, chunks: readBeginning(chunks) };
  try {
    await readExtraData(file, configOfSpec(manifest, variables), grids, problemList, () => undefined);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  } finally {
    chunks.destroy();
  }
  const lines = Object.values(problems.report()).flat();
  return lines.length <= MAX_SHOWN_PROBLEMS
    ? lines
    : [...lines.slice(0, MAX_SHOWN_PROBLEMS), `and ${problems.count - MAX_SHOWN_PROBLEMS} more`];
}

async function* readBeginning(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    if (bytes >= CHECKED_BYTES) throw new Enough();
    bytes += chunk.length;
    yield chunk;
  }
}
