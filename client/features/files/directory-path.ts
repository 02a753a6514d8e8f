import { fileRoot } from "@understudy/shared/api/file.ts";
import { encodedPath } from "#api/address.ts";
import { ROOT_TITLES } from "./roots.tsx";

export const directoryAddress = (path: string): string => `/files/${encodedPath(path)}`;
export const downloadAddress = (path: string): string => `/static/${encodedPath(path)}`;

export type Crumb = { path: string; text: string };

/** The directories that lead to one, with what people call them. @param labels null where they are not known, or there is none */
export function createCrumbs(path: string, labels: readonly (string | null)[]): Crumb[] {
  const names = path.split("/");
  return names.map((name, at) => ({
    path: names.slice(0, at + 1).join("/"),
    text: formatCrumb(name, labels[at], at),
  }));
}

function formatCrumb(name: string, label: string | null | undefined, depth: number): string {
  const root = depth === 0 ? fileRoot.safeParse(name) : null;
  if (root?.success) return ROOT_TITLES[root.data];
  return label ? `${name} ${label}` : name;
}
