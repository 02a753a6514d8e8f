/** Finds the test files that use MongoDB and Redis, by their imports. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** Imports of a module under tests/: those of the product and of packages do not begin with a dot. */
const RELATIVE_IMPORT = /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g;
const STORES_MODULE = join(import.meta.dirname, "../processes/test-stores.ts");

const reachedModules = new Map<string, boolean>();

/** Checks whether a module, or one that it imports, can start or use the stores of tests. @param path absolute */
export function needsStores(path: string): boolean {
  if (path === STORES_MODULE) return true;
  const isReached = reachedModules.get(path);
  if (isReached !== undefined) return isReached;
  // Modules that import each other are not followed in a circle.
  reachedModules.set(path, false);
  const imports = existsSync(path) ? [...readFileSync(path, "utf8").matchAll(RELATIVE_IMPORT)] : [];
  const needed = imports.some(([, specifier = ""]) => needsStores(resolve(dirname(path), specifier)));
  reachedModules.set(path, needed);
  return needed;
}
