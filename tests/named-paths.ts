/**
 * `npm run check`: names files and folders that documents speak of and that do not exist, and folders of the product that the
 * map in CONTRIBUTING leaves out.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PROJECT_ROOT = join(import.meta.dirname, "..");
const CHECKED_DOCUMENTS = [
  "README.md",
  "tests/bench/README.md",
  ...globSync(".github/*.md", { cwd: PROJECT_ROOT }),
];

/** A path from the repository's root between backticks, as `shared/live/live.ts`; one with a placeholder in it is an example. */
const QUOTED_PATH_PATTERN = /`((?:client|engine|fixtures|server|shared|tests)\/[^\s`<*]*)`/g;
/** The target of a link, which is relative to its document. */
const LINKED = /\]\((?!\w+:|#|\/)([^)#\s]+)/g;

/** Folders that git ignores: a run makes them, and a fresh clone is without them. */
const GENERATED = readFileSync(join(PROJECT_ROOT, ".gitignore"), "utf8")
  .split("\n")
  .filter((line) => line.endsWith("/"));
const isGenerated = (path: string) =>
  GENERATED.some((folder) => `${path}/`.startsWith(folder) || `${path}/`.endsWith(`/${folder}`));

const missing = CHECKED_DOCUMENTS.flatMap((document) => {
  const text = readFileSync(join(PROJECT_ROOT, document), "utf8");
  const quoted = [...text.matchAll(QUOTED_PATH_PATTERN)].map(([, path = ""]) => path);
  const linked = [...text.matchAll(LINKED)].map(([, path = ""]) => join(dirname(document), path));
  return [...quoted, ...linked]
    .filter((path) => !isGenerated(path) && !existsSync(join(PROJECT_ROOT, path)))
    .map((path) => `${document}: there is no ${path}`);
});
const MAP = ".github/CONTRIBUTING.md";
const map = readFileSync(join(PROJECT_ROOT, MAP), "utf8");
const unmapped = globSync("{client,engine,server,shared}/*/", { cwd: PROJECT_ROOT })
  .map((path) => path.replace(/\/$/, ""))
  .filter((folder) => !isGenerated(folder) && !map.includes(`\`${folder}/\``))
  .map((folder) => `${MAP}: the map lacks ${folder}/`);

const faults = [...missing, ...unmapped];
for (const line of faults) console.log(line);
process.exitCode = faults.length === 0 ? 0 : 1;
