/** Finds tests that do not stand at the path of what they test. */
import { posix } from "node:path";
import type { ImportEdge } from "./import-edges.ts";
import type { Finding, Source } from "./sources.ts";

const UNIT_TEST_PATTERN = /^tests\/unit\/((client|server|engine|shared)\/.*)\.test\.tsx?$/;
/** A path of the product in a literal, for programs and documents that a test reads without importing them. */
const PRODUCT_PATH_PATTERN =
  /["'`](?:(?:\.\.\/)+|@understudy\/)?((?:client|server|engine|shared)\/[\w./-]+)/g;

const isProduct = (file: string): boolean => !file.startsWith("tests/");
const readName = (file: string): string => posix.basename(file).replace(/\.\w+$/, "");

/**
 * A unit test stands under `tests/unit/` where what it tests stands in the product. It is named as a file or a folder there; a test
 * with a name of its own stands in the folder of a file that it reaches, directly or through helpers, or in the folder that holds
 * several folders of such files.
 * @returns the tests that stand elsewhere, with the place of the file that they are named after, or of the files that they import
 */
export function findMisplacedTests(sources: readonly Source[], edges: readonly ImportEdge[]): Finding[] {
  const imports = Map.groupBy(edges, ({ from }) => from);
  const files = new Set(sources.map(({ file }) => file));
  const texts = new Map(sources.map(({ file, text }) => [file, text]));

  function findReached(file: string): Set<string> {
    const reached = new Set([file]);
    for (const current of reached) {
      if (isProduct(current)) continue;
      for (const { to } of imports.get(current) ?? []) reached.add(to);
      const text = texts.get(current) ?? "";
      for (const [, path = ""] of text.matchAll(PRODUCT_PATH_PATTERN)) reached.add(path.replace(/\/$/, ""));
    }
    return new Set([...reached].filter(isProduct));
  }

  return sources.flatMap(({ file }) => {
    const [, path, packageName] = UNIT_TEST_PATTERN.exec(file) ?? [];
    if (path === undefined) return [];
    const [folder, name] = [posix.dirname(path), posix.basename(path)];
    const reached = [...findReached(file)];
    const isNamedAsFile = [".ts", ".tsx", ".mjs"].some((extension) => files.has(path + extension));
    const isNamedAsFolder = reached.some((target) => target === path || target.startsWith(`${path}/`));
    if (isNamedAsFile || isNamedAsFolder) return [];
    const namesakes = reached
      .filter((target) => readName(target) === name && target.startsWith(`${packageName}/`))
      .map((target) => posix.dirname(target));
    const inside = reached.filter((target) => target.startsWith(`${folder}/`));
    const places = inside.map((target) => target.slice(folder.length + 1).split("/")).map(([head]) => head);
    const isAmongFiles = inside.some((target) => posix.dirname(target) === folder);
    const isAboveFolders = new Set(places).size > 1;
    const isPlaced = namesakes.length > 0 ? namesakes.includes(folder) : isAmongFiles || isAboveFolders;
    if (isPlaced) return [];
    const direct = (imports.get(file) ?? []).flatMap(({ to }) => (isProduct(to) ? [posix.dirname(to)] : []));
    const targets = namesakes.length > 0 ? namesakes : [...new Set(direct)];
    return [
      { file, line: 1, text: `tests what stands in ${targets.join(", ") || "no folder of the product"}` },
    ];
  });
}
