/**
 * Reads the calls of the API from the sources: where each is declared, which module answers it, and which services of the web
 * process there are. `shared/api/routes.ts` and `server/api/handlers.ts` put all of them together, so that imports alone would
 * lead from every call to every handler.
 */
import { type ESTree, parseSync, Visitor } from "rolldown/utils";

/** `path` names parameters in braces, as `/jobs/{job_id}`. */
export type ApiRoute = { readonly name: string; readonly path: string; readonly modules: Set<string> };

/** A module with the names of the constants that a table takes from it. */
export type Source = { readonly module: string; readonly names: readonly string[] };
type Entry = { readonly name: string; readonly value: ESTree.Expression };

/** Lists the properties of an object, whatever type it is said to have. */
function listEntries(value: ESTree.Expression | null): Entry[] {
  if (value?.type === "TSAsExpression" || value?.type === "TSSatisfiesExpression")
    return listEntries(value.expression);
  if (value?.type !== "ObjectExpression") return [];
  return value.properties.flatMap((property) =>
    property.type === "Property" && property.key.type === "Identifier"
      ? [{ name: property.key.name, value: property.value }]
      : [],
  );
}

/** Lists every variable with what it is set to. */
function listVariables(file: string, text: string): Entry[] {
  const variables: Entry[] = [];
  new Visitor({
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init !== null) variables.push({ name: id.name, value: init });
    },
  }).visit(parseSync(file, text).program);
  return variables;
}

/** Reads the path of `route({ path: "/tags" })`; empty for a route that a function of the module makes. */
function readRoutePath(value: ESTree.Expression): string {
  const definition = value.type === "CallExpression" ? value.arguments[0] : null;
  if (definition?.type !== "ObjectExpression") return "";
  const path = listEntries(definition).find(({ name }) => name === "path")?.value;
  return path?.type === "Literal" && typeof path.value === "string" ? path.value : "";
}

/**
 * @param tables what declares routes, as `tagRoutes = { listTags: route({ path: "/tags", ... }) }`
 * @param handlers what answers them, as `tagHandlers = { listTags: handle(tagRoutes.listTags, ...) }`
 */
export function readApiRoutes(
  tables: readonly Source[],
  handlers: readonly Source[],
  read: (file: string) => string,
): Map<string, ApiRoute> {
  const routes = new Map<string, ApiRoute>();
  const readEntries = ({ module, names }: Source) =>
    listVariables(module, read(module))
      .filter(({ name }) => names.includes(name))
      .flatMap(({ value }) => listEntries(value));
  for (const source of tables) {
    for (const { name, value } of readEntries(source)) {
      routes.set(name, { name, path: readRoutePath(value), modules: new Set([source.module]) });
    }
  }
  for (const source of handlers) {
    for (const { name } of readEntries(source)) routes.get(name)?.modules.add(source.module);
  }
  return routes;
}

/**
 * Reads the services of a web process by the name of their property or variable, as `exports: new ExportService(platform)`, with the
 * module of each.
 */
export function readServices(file: string, text: string, imports: readonly Source[]): Map<string, string> {
  const services = new Map<string, string>();
  const add = ({ name, value }: Entry) => {
    const call = value.type === "AwaitExpression" ? value.argument : value;
    if (call.type !== "CallExpression" && call.type !== "NewExpression") return;
    const callee = call.callee.type === "Identifier" ? call.callee.name : "";
    const source = imports.find(({ names }) => names.includes(callee));
    if (source !== undefined) services.set(name, source.module);
  };
  new Visitor({
    ObjectExpression: (object) => listEntries(object).forEach(add),
    VariableDeclarator: ({ id, init }) => {
      if (id.type === "Identifier" && init !== null) add({ name: id.name, value: init });
    },
  }).visit(parseSync(file, text).program);
  return services;
}

/**
 * Finds the names of the routes whose path is `path` (`start`), or ends in it (`end`). What stands in braces is a parameter, in both.
 * One of `path` may be any text; one of a route may be any text of a whole path. A path of nothing but parameters is ignored.
 */
export function findRoutesByPath(routes: Iterable<ApiRoute>, path: string, from: "start" | "end"): string[] {
  const split = (text: string) => text.replace(/\/$/, "").split("/").slice(1);
  const isParameter = (segment: string) => segment.includes("{");
  const segments = split(path);
  if (segments.every(isParameter)) return [];
  return Array.from(routes)
    .filter((route) => {
      const parts = split(route.path);
      const skipped = parts.length - segments.length;
      if (from === "start" ? skipped !== 0 : skipped < 0) return false;
      return segments.every((segment, i) => {
        const part = parts[skipped + i] ?? "";
        return part === segment || isParameter(segment) || (from === "start" && isParameter(part));
      });
    })
    .map(({ name }) => name);
}
