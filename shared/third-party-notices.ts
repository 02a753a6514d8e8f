/** Writes the notices that the licences of bundled packages ask for. Free of I/O, for the builds of the client and of the worker client. */
import { z } from "zod";

/** The folder of an installed package, as a build reads it. */
export type PackageFolder = {
  /** Names of the files that stand directly in the folder. */
  readonly files: readonly string[];
  read(file: string): string;
};

const packageManifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string().optional(),
  /** Older packages have a list in place of one licence. */
  licenses: z.array(z.object({ type: z.string() })).default([]),
});

/** The last package of a path: one that is nested in another has a licence of its own. */
const PACKAGE_FOLDER = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i;

/**
 * @param moduleIds paths of the modules of a bundle, as bundlers name them; ours, and those that a bundler makes up, have no notice
 * @param openFolder opens the folder of a package by its path
 * @returns a text with name, version and licence of each package, in the order of their names
 */
export function formatThirdPartyNotices(
  moduleIds: Iterable<string>,
  openFolder: (path: string) => PackageFolder,
): string {
  const folders = new Set<string>();
  for (const id of moduleIds) {
    const [folder] = PACKAGE_FOLDER.exec(id.replace(/^\0/, "").replaceAll("\\", "/")) ?? [];
    if (folder !== undefined) folders.add(folder);
  }
  const notices = Array.from(folders, (folder) => formatNotice(openFolder(folder)));
  const heading = "This software contains the following packages, each under its own licence.";
  return [heading, ...[...new Set(notices)].sort()].join(`\n\n${"-".repeat(80)}\n\n`);
}

function formatNotice({ files, read }: PackageFolder): string {
  const { name, version, license, licenses } = packageManifest.parse(JSON.parse(read("package.json")));
  const names = license ?? (licenses.map(({ type }) => type).join(" or ") || "licence not stated");
  const texts = files.filter((file) => LICENCE_FILE.test(file)).map((file) => read(file).trim());
  return [`${name} ${version} (${names})`, ...texts].join("\n\n");
}
