import { originalFileName } from "@understudy/shared/api/upload.ts";
import { SPEC_FILES, sanitiseFileName } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { collisions, isClutter, pathProblem, shownPath, topFolder } from "../../files/specs/paths.ts";
import { linkedSource, type Source } from "../../files/specs/sources.ts";
import { openZip } from "../../files/specs/zip-sources.ts";
import { isWhole, type Upload } from "../../models/upload.ts";
import type { User } from "../../models/user.ts";
import type { RecordsAndFiles } from "../../platform/platform.ts";
import { canUseUpload } from "../../policies/upload.ts";

/** An upload's id, or an id with the path that it gets. */
export type GivenFile = string | { id: string; name: string };
export type Gathered = {
  sources: Source[];
  /** Sentences for the person who sent them. */
  problems: string[];
  uploads: Upload[];
  /** To be called once the sources are written. */
  close(): void;
};

/** The files that a person's uploads stand for: those in a zip for the zip itself. Nothing is written yet. */
export async function gatherSpecFiles(
  { store, storage }: RecordsAndFiles,
  user: User,
  files: readonly GivenFile[],
): Promise<Gathered> {
  const namedFiles = files.map((file) => (typeof file === "string" ? { id: file, name: null } : file));
  const records = await store.uploads.find({ _id: { $in: namedFiles.map(({ id }) => id) } });
  const gathered: Gathered = { sources: [], problems: [], uploads: [], close: () => {} };
  const loose: Source[] = [];
  for (const { id, name } of namedFiles) {
    const upload = records.find(({ _id }) => _id === id);
    if (upload === undefined || !isWhole(upload) || !canUseUpload(user, upload)) {
      gathered.problems.push(`${name === null ? "A file" : shownPath(name)}: ${MESSAGES.fileNotFound}`);
      continue;
    }
    gathered.uploads.push(upload);
    const path = sanitisedPath(name ?? originalFileName(upload.generated_file_name));
    if (/\.zip$/i.test(path)) await addZip(gathered, storage.uploadPath(id), path);
    else if (!isClutter(path)) loose.push(linkedSource(path, upload.total_bytes, storage.uploadPath(id)));
  }
  const top = topFolder(loose.map(({ path }) => path));
  for (const source of loose) {
    const problem = pathProblem(source.path);
    if (problem !== null) gathered.problems.push(`${shownPath(source.path)} ${problem}`);
    gathered.sources.push({ ...source, path: source.path.slice(top.length) });
  }
  return gathered;
}

const sanitisedPath = (name: string): string => name.split("/").map(sanitiseFileName).join("/");

async function addZip(gathered: Gathered, upload: string, name: string): Promise<void> {
  const zip = await openZip(upload, name);
  const closeOthers = gathered.close;
  gathered.sources.push(...zip.sources);
  gathered.problems.push(...zip.problems);
  gathered.close = () => {
    closeOthers();
    zip.close();
  };
}

/** Finds the problems of files together, wherever they come from. */
export function problemsTogether(sources: readonly Source[]): string[] {
  const bytes = sources.reduce((sum, { size }) => sum + size, 0);
  return [
    ...collisions(sources.map(({ path }) => path)).map(([first, second]) =>
      first === second
        ? `${shownPath(first)} is there twice`
        : `${shownPath(first)} and ${shownPath(second)} cannot lie in one folder on every system: rename one of them`,
    ),
    ...(sources.length > SPEC_FILES.maxFiles ? [`A spec may hold ${SPEC_FILES.maxFiles} files at most`] : []),
    ...(bytes > SPEC_FILES.maxBytes ? [`A spec may hold ${SPEC_FILES.maxText} at most`] : []),
  ];
}
