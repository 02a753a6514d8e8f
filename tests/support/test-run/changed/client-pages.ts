/** Reads the pages of the client from its table of routes, and finds the page that an address opens. */
import { type ESTree, parseSync, Visitor } from "rolldown/utils";
import { type Literal, TEMPLATE_HOLE } from "./module-facts.ts";

/** `path` as in the address, as `/jobs/:jobId`; `specifiers` of the modules that are loaded only for it. */
export type Page = { readonly path: string; readonly specifiers: readonly string[] };

/** The path that matches whatever nothing else matches is no page of its own: what it shows is part of the app shell. */
const CATCH_ALL = "*";

function findProperty({ properties }: ESTree.ObjectExpression, name: string): ESTree.Expression | null {
  for (const property of properties) {
    if (property.type !== "Property" || property.key.type !== "Identifier") continue;
    if (property.key.name === name) return property.value;
  }
  return null;
}

/** Takes every object with a `path`, or with `index: true`, for a page. Its path is below the root: groups of routes have none. */
export function readPages(file: string, text: string): Page[] {
  const ranges: { path: string; start: number; end: number; specifiers: string[] }[] = [];
  const imports: { specifier: string; start: number }[] = [];
  new Visitor({
    ObjectExpression: (node) => {
      const { start, end } = node;
      const path = findProperty(node, "path");
      const text = path?.type === "Literal" && typeof path.value === "string" ? path.value : null;
      if (text !== null) ranges.push({ path: `/${text}`, start, end, specifiers: [] });
      else if (findProperty(node, "index") !== null) ranges.push({ path: "/", start, end, specifiers: [] });
    },
    ImportExpression: ({ source, start }) => {
      if (source.type !== "Literal" || typeof source.value !== "string") return;
      imports.push({ specifier: source.value, start });
    },
  }).visit(parseSync(file, text).program);
  for (const { specifier, start } of imports) {
    ranges.findLast((range) => range.start < start && start < range.end)?.specifiers.push(specifier);
  }
  return ranges.filter(({ path }) => path !== `/${CATCH_ALL}`);
}

/** Writes a pattern as `/jobs/\d+` as the addresses that it matches, with a hole for each part that is not fixed. */
const toAddress = (pattern: string): string =>
  pattern
    .replaceAll("\\/", "/")
    .replace(/^\^/, "")
    .replace(/(\$|\\\?.*)$/, "")
    .replaceAll(/(\\[dwS]|\.|\[[^\]]*\])[+*]/g, TEMPLATE_HOLE);

/** Reads the path of an address without its origin, query and fragment; null: the literal is no address. */
function readPath({ text, use }: Literal): string | null {
  const address = use === "pattern" ? toAddress(text) : text;
  const [path = ""] = (address.startsWith(`${TEMPLATE_HOLE}/`) ? address.slice(1) : address).split(/[?#]/);
  // A lone slash is an address only where a page is sent to it: it separates texts as well.
  if (path === "/") return use === "address" ? path : null;
  return /^\/[^\s/]/.test(path) ? path.replace(/\/$/, "") : null;
}

/** Scores how a segment of a route fits one of an address: 2 by its text, 1 as a parameter, 0 not at all. */
function scoreSegment(part: string, segment: string): number {
  if (part.startsWith(":")) return segment === "" ? 0 : 1;
  if (segment === TEMPLATE_HOLE) return 0;
  if (!segment.includes(TEMPLATE_HOLE)) return part === segment ? 2 : 0;
  const [before = "", after = ""] = segment.split(TEMPLATE_HOLE);
  return part === before && after === "" ? 2 : 0;
}

/** Scores how a page's path fits an address, the larger the better, as the router ranks routes; -1: not at all. */
function scorePage(page: string, address: string): number {
  const parts = page.split("/").slice(1);
  const segments = address.split("/").slice(1);
  const rest = parts.at(-1) === "*";
  const fixed = rest ? parts.slice(0, -1) : parts;
  const isLong = rest ? segments.length > fixed.length : segments.length === fixed.length;
  if (!isLong) return -1;
  const fits = fixed.map((part, i) => scoreSegment(part, segments[i] ?? ""));
  return fits.includes(0) ? -1 : fits.reduce((sum, fit) => sum + fit, rest ? 0 : 1);
}

/** Finds the page that a literal of a browser test opens; null: it is not the address of a page. */
export function findPage(pages: readonly Page[], literal: Literal): Page | null {
  const address = readPath(literal);
  if (address === null) return null;
  if (address === "/") return pages.find(({ path }) => path === "/") ?? null;
  let best: { page: Page | null; score: number } = { page: null, score: -1 };
  for (const page of pages) {
    const score = scorePage(page.path, address);
    if (score > best.score) best = { page, score };
  }
  return best.page;
}
