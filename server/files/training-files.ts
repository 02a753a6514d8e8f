/** The files of a training's work directory that its server reads; see `engine/dataset/dataset-meta.ts` for what they hold. */
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { datasetFolder } from "@understudy/engine/dataset/storage/dataset.ts";
import { computeSha256 } from "@understudy/engine/dataset/storage/files.ts";
import type { DescribedFile } from "@understudy/shared/worker-parts.ts";

/** Not the order of the rows: their split is made on the platform. Of several splits, `meta.json` names the current one. */
const DATA_FILE = /^(meta\.json|inputs\.f64|outputs\.f64|split-[\d.]+\.u32)$/;
const CHECKPOINT_NAME = "checkpoint";

/** The folder of arriving files of a server until they are whole and sound. */
export const arrivalsFolder = (workDir: string): string => join(workDir, "arrivals");
export const checkpointPath = (workDir: string): string => join(workDir, CHECKPOINT_NAME);

export const isTrainingFile = (path: string): boolean =>
  path === CHECKPOINT_NAME || (path.startsWith("data/") && DATA_FILE.test(path.slice("data/".length)));

/** Paths are relative to the work directory. */
export async function describeTrainingFiles(workDir: string): Promise<DescribedFile[]> {
  const data = (await readdir(datasetFolder(workDir))).map((name) => `data/${name}`);
  const paths = [...data.filter(isTrainingFile).sort(), CHECKPOINT_NAME];
  const described: DescribedFile[] = [];
  for (const path of paths) {
    const file = join(workDir, path);
    const stats = await stat(file).catch(() => null);
    if (stats !== null) described.push({ path, size: stats.size, sha256: await computeSha256(file) });
  }
  return described;
}
