import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { formatThirdPartyNotices } from "@understudy/shared/third-party-notices.ts";
import { type OutputChunk, type Plugin, rolldown } from "rolldown";

/** The package by which a training uses the GPU. */
export const GPU_PACKAGE = "webgpu";

const ENGINE_FOLDER = join(import.meta.dirname, "../../engine");

/** The client, what the tasks of a cluster run, and what it starts as processes and threads of their own in order to train. */
const ENTRY_PROGRAMS: Readonly<Record<string, string>> = {
  "understudy-worker": join(ENGINE_FOLDER, "worker/main.ts"),
  "understudy-task": join(ENGINE_FOLDER, "worker/clusters/task/main.ts"),
  "understudy-training": join(ENGINE_FOLDER, "runner/child/main.ts"),
  "understudy-learning": join(ENGINE_FOLDER, "training/fit/fit-thread.ts"),
  "understudy-gpu": join(ENGINE_FOLDER, "training/fit/gpu/gpu-process.ts"),
  "understudy-speed": join(ENGINE_FOLDER, "runner/child/speed-thread.ts"),
};
const suffixed = (name: string): string => `${name}.mjs`;

/** Matches the name of a program in the code that starts it. */
const PROGRAM_URL_PATTERN = /new URL\("(\.[^"]+\.ts)", import\.meta\.url\)/g;

/** All files lie in one folder: a program is known there by its name. */
const findPrograms: Plugin = {
  name: "programs beside each other",
  transform: (code, id) => {
    const replaced = code.replaceAll(PROGRAM_URL_PATTERN, (_, path: string) => {
      const file = join(dirname(id), path);
      const name = Object.keys(ENTRY_PROGRAMS).find((program) => ENTRY_PROGRAMS[program] === file);
      if (name === undefined) throw new Error(`${basename(id)} starts ${path}, which is not in the bundle.`);
      return `new URL("./${suffixed(name)}", import.meta.url)`;
    });
    return replaced === code ? null : { code: replaced, map: null };
  },
};

/** `code` is the content of the file, which is a program except for the notices. */
export type BundledFile = { readonly name: string; readonly code: string };

/** The worker client with all that it imports and starts, as ES modules of one folder, and the licences of the packages in them. */
export async function bundleWorker(): Promise<BundledFile[]> {
  const bundle = await rolldown({
    input: { ...ENTRY_PROGRAMS },
    platform: "node",
    // It holds native code, and lies beside the programs as a package: see gpu-package.ts.
    external: [GPU_PACKAGE],
    logLevel: "silent",
    plugins: [findPrograms],
  });
  try {
    const { output } = await bundle.generate({
      format: "esm",
      entryFileNames: suffixed("[name]"),
      chunkFileNames: suffixed("understudy-part-[hash]"),
      comments: { legal: true, annotation: false },
    });
    const chunks = output.map((file) => {
      if (file.type !== "chunk") throw new Error(`${file.fileName} is no code.`);
      return file;
    });
    const programs = chunks.map(({ fileName, code }) => ({ name: fileName, code }));
    return [...programs, { name: "THIRD-PARTY-NOTICES.txt", code: formatNotices(chunks) }];
  } finally {
    await bundle.close();
  }
}

function formatNotices(chunks: readonly OutputChunk[]): string {
  const moduleIds = chunks.flatMap((chunk) => chunk.moduleIds);
  return formatThirdPartyNotices(moduleIds, (folder) => ({
    files: readdirSync(folder),
    read: (file) => readFileSync(join(folder, file), "utf8"),
  }));
}
