import { type ChildProcess, spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type Archive, DOWNLOAD_ARCHIVES } from "./archives.ts";
import { downloadsFolder } from "./folder.ts";

const BUILD_PROGRAM = join(import.meta.dirname, "main.ts");
const toHref = ({ file }: Archive): string => `/static/media/${file}`;

/** `done` resolves with why it failed, else null. */
type Build = { step: string; readonly done: Promise<string | null>; readonly child: ChildProcess };

/** The programs that people can download and install. */
export type Downloads = ReturnType<typeof createDownloads>;

/** An archive is built, in a process of its own, when somebody first asks for it: few installations need all of them. */
export function createDownloads() {
  const builds = new Map<Archive, Build>();

  /** @param folder of `downloadsFolder`, which reads all sources: once for all archives */
  const describe = async (archive: Archive, folder: string): Promise<WorkerDownload> => {
    const { kind, name, detail, file } = archive;
    const stats = await stat(join(folder, file)).catch(() => null);
    const step = builds.get(archive)?.step ?? null;
    return { kind, name, detail, href: toHref(archive), size_bytes: stats?.size ?? null, step };
  };

  const begin = (archive: Archive): Build => {
    const child = spawn(process.execPath, [BUILD_PROGRAM, archive.file], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    let complaint = "";
    child.stderr.on("data", (text) => (complaint += text));
    const done = new Promise<string | null>((resolve) => {
      child.once("error", ({ message }) => resolve(message));
      child.once("close", (code) => resolve(code === 0 ? null : complaint.trim() || MESSAGES.downloadFailed));
    });
    const build: Build = { step: MESSAGES.downloadBegins, done, child };
    createInterface({ input: child.stdout }).on("line", (line) => {
      build.step = line.slice(line.indexOf(": ") + 2);
    });
    builds.set(archive, build);
    void done.then(() => builds.delete(archive));
    return build;
  };

  return {
    /** The folder of the archives that have been built from the present sources. */
    folder: downloadsFolder,

    list: async (): Promise<WorkerDownload[]> => {
      const folder = await downloadsFolder();
      return await Promise.all(DOWNLOAD_ARCHIVES.map((archive) => describe(archive, folder)));
    },

    /**
     * Has an archive built unless it exists, and waits for a while: the page asks again until it has a size.
     * @returns null where there is no such archive; `failure`: why it could not be built
     */
    prepare: async (href: string, wait: number): Promise<WorkerDownload | { failure: string } | null> => {
      const archive = DOWNLOAD_ARCHIVES.find((candidate) => toHref(candidate) === href);
      if (archive === undefined) return null;
      const folder = await downloadsFolder();
      const description = await describe(archive, folder);
      if (description.size_bytes !== null) return description;
      const build = builds.get(archive) ?? begin(archive);
      const failure = await Promise.race([build.done, sleep(wait, null, { ref: false })]);
      return failure === null ? await describe(archive, folder) : { failure };
    },

    close: () => {
      for (const { child } of builds.values()) child.kill();
    },
  };
}
