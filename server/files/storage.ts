import { constants, copyFile, link, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * The places of files under DATA_DIR. Folders are named by ids of ours, never by a name from outside:
 *
 * ```
 * uploads/<upload id>            a file on its way in
 * work_dirs/<job id>/            parameters.csv, outputs.csv, and what the runner makes of them;
 *   exports/<key>/               an export of its emulator, renamed to there once it is whole
 * specs/<spec id>/<version id>/  the files of a version of a spec, spec.json among them; they never change
 * staging/<random>/              files on their way to one of these, renamed to there once they are whole
 * logs/                          with LOG_TO_FILES, see server/core/log.ts
 * demo/<user id>/                what a demo server keeps while it runs (see server/demo)
 * ```
 */
export type Storage = ReturnType<typeof createStorage>;

export function createStorage(dataDir: string) {
  const uploads = join(dataDir, "uploads");
  const workDirs = join(dataDir, "work_dirs");
  const specs = join(dataDir, "specs");
  const staging = join(dataDir, "staging");
  const logs = join(dataDir, "logs");
  const workDir = (jobId: number) => join(workDirs, String(jobId));
  return {
    dataDir,
    uploads,
    workDirs,
    workDir,
    specs,
    staging,
    logs,
    specDir: (specId: number) => join(specs, String(specId)),
    specVersionDir: (specId: number, versionId: number) => join(specs, String(specId), String(versionId)),
    uploadPath: (uploadId: string) => join(uploads, uploadId),
    parametersPath: (jobId: number) => join(workDir(jobId), "parameters.csv"),
    outputsPath: (jobId: number) => join(workDir(jobId), "outputs.csv"),
    exportsDir: (jobId: number) => join(workDir(jobId), "exports"),
    exportDir: (jobId: number, key: string) => join(workDir(jobId), "exports", key),
    /** Its name begins with a dot: it is not shown. */
    unfinishedExportDir: (jobId: number, key: string, token: string) =>
      join(workDir(jobId), "exports", `.${key}.${token}`),
    dataCsvPath: (jobId: number) => join(workDir(jobId), "data.csv"),
    prepare: async () => {
      const folders = [uploads, workDirs, specs, staging];
      await Promise.all(folders.map((folder) => mkdir(folder, { recursive: true, mode: 0o700 })));
    },
    createWorkDir: async (jobId: number) => {
      await mkdir(workDir(jobId), { recursive: true, mode: 0o700 });
    },
    removeWorkDir: async (jobId: number) => {
      await rm(workDir(jobId), { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** The same bytes under a second name, without copying them where the file system can. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch {
    await copyFile(from, to, constants.COPYFILE_FICLONE);
  }
}
