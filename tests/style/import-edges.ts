/** Lists which module imports which. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "rolldown/utils";
import { createSpecifierResolver } from "../support/test-run/changed/checkout.ts";
import { PROJECT_ROOT, type Source } from "./sources.ts";

/** An import of one module of the project by another, of types as well as of values. `line` is that of the specifier. */
export type ImportEdge = { readonly from: string; readonly to: string; readonly line: number };

/** @returns one edge for each pair of modules, however many statements import the same module */
export function readImportEdges(sources: readonly Source[]): ImportEdge[] {
  const specifiers = createSpecifierResolver((file) => readFileSync(join(PROJECT_ROOT, file), "utf8"));
  const files = new Set(sources.map(({ file }) => file));
  return sources.flatMap(({ file, text }) => {
    const lines = new Map<string, number>();
    for (const { value, start } of readRequests(file, text)) {
      const target = specifiers.resolve(value, file);
      if (target === null || !files.has(target) || lines.has(target)) continue;
      lines.set(target, text.slice(0, start).split("\n").length);
    }
    return Array.from(lines, ([to, line]) => ({ from: file, to, line }));
  });
}

function readRequests(file: string, text: string) {
  const { staticImports, staticExports } = parseSync(file, text).module;
  const reexports = staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest));
  const requests = [...staticImports.map(({ moduleRequest }) => moduleRequest), ...reexports];
  return requests.filter((request) => request !== null);
}
