/** Reads the TypeScript of the five packages that the style is measured in. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const PROJECT_ROOT = join(import.meta.dirname, "../..");
export const PACKAGE_NAMES = ["client", "server", "engine", "shared", "tests"] as const;
export type Package = (typeof PACKAGE_NAMES)[number];

/** `file` is relative to the root, with slashes. */
export type Source = { readonly file: string; readonly text: string };
/** A place that adds to a figure. `line` counts from 1. */
export type Finding = { readonly file: string; readonly line: number; readonly text: string };

export function readSources(): Source[] {
  const files = globSync(`{${PACKAGE_NAMES.join(",")}}/**/*.{ts,tsx}`, {
    cwd: PROJECT_ROOT,
    exclude: ["**/node_modules/**", "**/dist/**", "**/*.d.ts"],
  });
  return files.sort().map((file) => ({ file, text: readFileSync(join(PROJECT_ROOT, file), "utf8") }));
}

export const countLines = (text: string): number => text.split("\n").length;

export const isInPackage = (file: string, name: Package): boolean => file.startsWith(`${name}/`);
