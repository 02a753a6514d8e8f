import { stat } from "node:fs/promises";
import { join } from "node:path";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";

/** Where `npm run build:downloads` puts what people install on their own machines. */
export const WORKER_DOWNLOADS = join(import.meta.dirname, "../../dist/downloads");
export const WORKER_ARCHIVE = /^\/static\/media\/understudy-[a-z0-9-]+\.zip$/;

/** In the order of the page, under the names of the specification. */
const ARCHIVES = [
  { file: "understudy-worker-linux-x64.zip", name: "Linux x86_64", detail: "64-bit PCs" },
  { file: "understudy-worker-win-x64.zip", name: "Windows 10", detail: "and later, 64-bit" },
  { file: "understudy-worker-darwin-arm64.zip", name: "Mac OSX AMD64", detail: "Apple silicon" },
  { file: "understudy-worker-darwin-x64.zip", name: "Mac OSX INTEL", detail: "Intel processors" },
  { file: "understudy-python-client.zip", name: "Python user client", detail: "Python 3.9 and later" },
] as const;

/** The archives that have been built. */
export async function listWorkerDownloads(): Promise<WorkerDownload[]> {
  const found = ARCHIVES.map(async ({ file, ...labels }) => {
    const stats = await stat(join(WORKER_DOWNLOADS, file)).catch(() => null);
    return stats === null ? [] : [{ ...labels, href: `/static/media/${file}`, size_bytes: stats.size }];
  });
  return (await Promise.all(found)).flat();
}
