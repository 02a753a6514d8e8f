import { readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { GPU_PACKAGE } from "./bundle-worker.ts";

/** The files of the package that serve every platform. */
const COMMON_FILES = ["package.json", "index.js", "LICENSE.md"];

/**
 * Lists the files by which the worker client of one platform uses the GPU, and their places in its folder. None where npm has left out the
 * package, which is optional: such a client trains on the processor.
 * @param platform the platform's folder in the package
 */
export async function listGpuFiles(platform: string): Promise<{ from: string; path: string }[]> {
  const folder = findPackage();
  if (folder === null) return [];
  const names = await readdir(join(folder, "dist", platform)).catch(() => []);
  return [...COMMON_FILES, ...names.map((name) => `dist/${platform}/${name}`)].map((name) => ({
    from: join(folder, name),
    path: `node_modules/${GPU_PACKAGE}/${name}`,
  }));
}

function findPackage(): string | null {
  try {
    return dirname(createRequire(import.meta.url).resolve(GPU_PACKAGE));
  } catch {
    return null;
  }
}
