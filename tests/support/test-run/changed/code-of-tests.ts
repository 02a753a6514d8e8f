/** Adds what tests and their support modules reach besides what they import: functions of support modules, calls, pages and paths. */
import { findRoutesByPath } from "./api-routes.ts";
import { type Checkout, ROUTES_MODULE } from "./checkout.ts";
import { findPage } from "./client-pages.ts";
import { ALL_ROUTES, type Edges, functionNode, pageNode, routeNode } from "./edges.ts";
import { type CodeFacts, type Literal, type ModuleFacts, TEMPLATE_HOLE } from "./module-facts.ts";

/**
 * The modules that run the tests name them all, so that their paths would lead to everything; a change of these
 * modules reaches every test anyway.
 */
const RUNNER_FOLDER = "tests/support/test-run/";
const API_PREFIX = "/api/internal";

/** A test runs all that it declares, and uses all that it imports; of a support module's functions only those run that are used. */
const isSupport = (file: string): boolean => file.startsWith("tests/support/");

/** Addresses of pages are only looked for where there is a browser: other tests fetch files by addresses that look alike. */
const usesBrowser = (file: string, { specifiers }: ModuleFacts): boolean =>
  file.startsWith("tests/browser/") || specifiers.has("playwright");

export function addCodeOfTests(edges: Edges, checkout: Checkout, file: string, facts: ModuleFacts): void {
  const { pages } = checkout;
  const literals = [...facts.code.values()].flatMap((code) => code.literals);
  const isOfBrowser = usesBrowser(file, facts);
  for (const { specifier, exported, imported } of facts.reexports) {
    const target = checkout.specifiers.resolve(specifier, file);
    if (target !== null) edges.add(functionNode(file, exported), functionNode(target, imported));
  }
  if (!isSupport(file)) addFunctions(edges, checkout, file, file, facts, () => true);
  for (const [name, code] of facts.code) {
    const node = name === "" || !isSupport(file) ? file : functionNode(file, name);
    if (isSupport(file))
      addFunctions(edges, checkout, file, node, facts, (local) => code.mentions.has(local));
    for (const specifier of code.dynamicImports) edges.addImport(node, file, specifier);
    const paths = file.startsWith(RUNNER_FOLDER) ? [] : checkout.paths.resolve(file, code.literals, literals);
    for (const path of paths) edges.addPath(node, path);
    for (const route of findRoutes(checkout, facts, file, code)) edges.add(node, routeNode(route));
    for (const literal of isOfBrowser ? code.literals : []) {
      const page = findPage(pages, literal);
      if (page !== null) edges.add(node, pageNode(page.path));
    }
  }
}

/** Leads from `node` to the functions of support modules, `file` among them, that it uses. */
function addFunctions(
  edges: Edges,
  { modules, specifiers }: Checkout,
  file: string,
  node: string,
  facts: ModuleFacts,
  isUsed: (local: string) => boolean,
): void {
  const listFunctions = (module: string) => [...(modules.get(module)?.code.keys() ?? [])].filter(Boolean);
  for (const name of isSupport(file) ? listFunctions(file) : []) {
    const target = functionNode(file, name);
    if (target !== node && isUsed(name)) edges.add(node, target);
  }
  for (const { specifier, names } of facts.imports) {
    const target = specifiers.resolve(specifier, file);
    if (target === null || !target.startsWith("tests/")) continue;
    for (const { local, imported } of names) {
      const used = imported === "*" ? listFunctions(target) : [imported];
      if (isUsed(local)) for (const name of used) edges.add(node, functionNode(target, name));
    }
  }
}

/** Finds the calls that some code names: by name, by address, or all of them. */
function findRoutes(
  { routes, specifiers }: Checkout,
  { imports }: ModuleFacts,
  file: string,
  { literals, passed }: CodeFacts,
): string[] {
  const tables = imports.filter(({ specifier }) => specifiers.resolve(specifier, file) === ROUTES_MODULE);
  const isTable = (name: string) =>
    tables.some(({ names }) => names.some(({ local, imported }) => local === name && imported === "routes"));
  if ([...passed].some(isTable)) return [ALL_ROUTES];
  return literals.flatMap(({ text }) => (routes.has(text) ? [text] : findByAddress(routes, text)));
}

function findByAddress(routes: Checkout["routes"], text: Literal["text"]): string[] {
  const start = text.indexOf(`${API_PREFIX}/`);
  if (start < 0) return [];
  const [path = ""] = text.slice(start + API_PREFIX.length).split(/[?#\s]/);
  return findRoutesByPath(routes.values(), path.replaceAll(TEMPLATE_HOLE, "{}"), "start");
}
