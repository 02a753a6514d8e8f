import type { Route } from "@understudy/shared/api/route.ts";
import { API_PREFIX } from "@understudy/shared/api/routes.ts";
import { z } from "zod";

/** The URL of a call, with parameters and query encoded by the route's schemas. */
export function address(route: Route, params: unknown, query: unknown): string {
  const texts = z.encode(route.params, params);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = texts[name];
    if (text === undefined) throw new Error(`${route.path} needs ${name}`);
    return name === "path" ? encodedPath(text) : encodeURIComponent(text);
  });
  const search = new URLSearchParams();
  for (const [name, text] of Object.entries(z.encode(route.query, query))) {
    if (text !== undefined) search.set(name, text);
  }
  return `${API_PREFIX}${path}${search.size > 0 ? `?${search}` : ""}`;
}

/** A path within an address: its slashes stay. */
export const encodedPath = (path: string): string => path.split("/").map(encodeURIComponent).join("/");
