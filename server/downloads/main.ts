/** `npm run build:downloads [-- FILE ...]`: builds the archives named, or all that are missing. The web process runs it, too. */
import { access } from "node:fs/promises";
import { join } from "node:path";
import { DOWNLOAD_ARCHIVES } from "./archives.ts";
import { buildArchive } from "./build.ts";
import { downloadsFolder } from "./folder.ts";

const named = process.argv.slice(2);
const unknown = named.filter((name) => !DOWNLOAD_ARCHIVES.some(({ file }) => file === name));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(", ")}: ${DOWNLOAD_ARCHIVES.map(({ file }) => file).join(", ")}.`,
  );
  process.exit(2);
}

const folder = await downloadsFolder();
for (const archive of DOWNLOAD_ARCHIVES) {
  if (named.length > 0 && !named.includes(archive.file)) continue;
  const file = join(folder, archive.file);
  const exists = await access(file).then(
    () => true,
    () => false,
  );
  if (exists) {
    console.log(`${archive.file}: built already`);
    continue;
  }
  try {
    await buildArchive(archive, folder, (step) => console.log(`${archive.file}: ${step}`));
    console.log(`${archive.file}: built`);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}
