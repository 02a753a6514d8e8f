/**
 * Finds which file of a checkout leads to which: by imports of values, and by literals that name a path (`path-literals.ts`).
 *
 * A web process imports everything, so that imports alone would lead from every test of the API, and from every browser test,
 * to every file. Five rules keep what a test reaches to what it runs:
 *
 * 1. A call of the API leads to the modules that declare and answer it. The two tables of all calls lead to none of them. A
 *    test, a support module or a module of the client reaches the calls that it names, and all of them where it passes the
 *    table on whole, as in `Object.keys(routes)`. A module of the server names no calls.
 * 2. Every test that starts a web process reaches what `server/processes/web.ts` imports, but not the programs, named by path, that run as
 *    threads or processes on demand. Those are reached through a call whose modules read the service that starts them, as
 *    `web.exports`. A program that the server starts by itself, without a call, is not seen.
 * 3. What only one function of a support module uses is reached by those who use that function. A test thus reaches the runner
 *    when it uses `startTestRunner`, or a module that names `server/main.ts`.
 * 4. A browser test reaches the pages whose addresses it or its support modules name, the modules that are loaded only for them,
 *    and the app shell. A page that is only reached by a click is not seen.
 * 5. Types lead nowhere: they are checked, not run.
 */
import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { findRoutesByPath } from "./api-routes.ts";
import {
  type Checkout,
  HANDLERS_MODULE,
  isModule,
  PAGES_MODULE,
  ROUTES_MODULE,
  readCheckout,
  WEB_MODULE,
} from "./checkout.ts";
import { addCodeOfTests } from "./code-of-tests.ts";
import {
  ALL_ROUTES,
  Edges,
  idleNode,
  isFile,
  pageNode,
  routeNode,
  SHELL_NODE,
  serviceNode,
} from "./edges.ts";
import type { ModuleFacts } from "./module-facts.ts";

/** Every page is shown in these and built by these. */
const SHELL_PATTERN = /^client\/(main\.tsx|index\.html|vite\.config\.ts|public\/.*)$/;
const TEST_PATTERN = /^tests\/.*\.test\.ts$/;

export type ImportGraph = {
  readonly edges: ReadonlyMap<string, ReadonlySet<string>>;
  /** Those edges that lead to modules by path. */
  readonly programs: ReadonlyMap<string, ReadonlySet<string>>;
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** The names of all calls of the API, and the paths of all pages. */
  readonly routes: readonly string[];
  readonly pages: readonly string[];
  /** Imports of files that do not exist, as `file: specifier`. */
  readonly unresolved: readonly string[];
};

/** @param files of the checkout, with slashes; what is not among them is no part of the graph */
export function readImportGraph(root: string, files: readonly string[]): ImportGraph {
  const checkout = readCheckout(root, files);
  const edges = new Edges(checkout);
  for (const [file, facts] of checkout.modules) {
    addImports(edges, checkout, file, facts);
    if (file.startsWith("tests/")) addCodeOfTests(edges, checkout, file, facts);
    else addCodeOfProduct(edges, checkout, file, facts);
  }
  for (const file of files) addOtherFile(edges, checkout, file);
  for (const { name, modules } of checkout.routes.values()) {
    edges.add(routeNode(ALL_ROUTES), routeNode(name));
    for (const module of modules) edges.add(routeNode(name), module);
  }
  for (const [name, module] of checkout.services) edges.add(serviceNode(name), module);
  for (const { path, specifiers } of checkout.pages) {
    edges.add(pageNode(path), SHELL_NODE);
    for (const specifier of specifiers) edges.addImport(pageNode(path), PAGES_MODULE, specifier);
  }
  addWebProcess(edges);
  return {
    edges: edges.targets,
    programs: edges.programs,
    files,
    tests: files.filter((file) => TEST_PATTERN.test(file) && existsSync(join(root, file))),
    routes: [...checkout.routes.keys()],
    pages: checkout.pages.map(({ path }) => path),
    unresolved: edges.unresolved,
  };
}

function addImports(edges: Edges, { routes }: Checkout, file: string, { imports }: ModuleFacts): void {
  const isTable = file === ROUTES_MODULE || file === HANDLERS_MODULE;
  const parts = new Set(isTable ? Array.from(routes.values(), ({ modules }) => [...modules]).flat() : []);
  for (const { specifier } of imports) edges.addImport(file, file, specifier, parts);
}

function addCodeOfProduct(edges: Edges, checkout: Checkout, file: string, facts: ModuleFacts): void {
  const { paths, routes, services } = checkout;
  const code = [...facts.code.values()];
  // The pages are loaded by their addresses.
  if (file !== PAGES_MODULE) {
    for (const specifier of code.flatMap(({ dynamicImports }) => dynamicImports))
      edges.addImport(file, file, specifier);
  }
  const literals = code.flatMap((facts) => facts.literals);
  for (const path of paths.resolve(file, literals)) edges.addPath(file, path);
  if (file.startsWith("client/")) {
    for (const { text } of literals) if (routes.has(text)) edges.add(file, routeNode(text));
  }
  if (file.startsWith("server/")) {
    for (const name of code.flatMap(({ members }) => [...members]))
      if (services.has(name)) edges.add(file, serviceNode(name));
  }
}

const STYLE_IMPORT = /(?:from|@import)\s+["']([^"']+)["']/g;
const PYTHON_PATH = /["'](\/[^"'\s?]*)/g;

/** Adds what styles build on, the calls that Python programs make by path, and the parts of the app shell. */
function addOtherFile(edges: Edges, { read, routes }: Checkout, file: string): void {
  if (SHELL_PATTERN.test(file)) edges.add(SHELL_NODE, file);
  if (file.endsWith(".css")) {
    for (const [, specifier = ""] of read(file).matchAll(STYLE_IMPORT))
      edges.addImport(file, file, specifier);
  }
  if (posix.extname(file) === ".py") {
    for (const [, path = ""] of read(file).matchAll(PYTHON_PATH)) {
      for (const name of findRoutesByPath(routes.values(), path, "end")) edges.add(file, routeNode(name));
    }
  }
}

/** Gives `server/processes/web.ts`, and what it imports, nodes of their own, from which no program is started and no service is used. */
function addWebProcess(edges: Edges): void {
  const { targets, programs } = edges;
  const sources = [...targets];
  const waiting = [WEB_MODULE];
  const visited = new Set(waiting);
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    for (const target of targets.get(file) ?? []) {
      if (!isFile(target) || programs.get(file)?.has(target)) continue;
      edges.add(idleNode(file), isModule(target) ? idleNode(target) : target);
      if (isModule(target) && !visited.has(target)) waiting.push(target);
      visited.add(target);
    }
  }
  for (const [source, reached] of sources) {
    if (reached.delete(WEB_MODULE)) edges.add(source, idleNode(WEB_MODULE));
  }
}
