/** Reads the modules of a checkout, and the tables of calls, services and pages. */
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { z } from "zod";
import { type ApiRoute, readApiRoutes, readServices, type Source } from "./api-routes.ts";
import { type Page, readPages } from "./client-pages.ts";
import { type ModuleFacts, readModule } from "./module-facts.ts";
import { createPathResolver, type PathResolver } from "./path-literals.ts";

/** The files that the rules of `import-graph.ts` are about. A checkout without one of them has no use for its rule. */
export const WEB_MODULE = "server/processes/web.ts";
export const ROUTES_MODULE = "shared/api/routes.ts";
export const HANDLERS_MODULE = "server/api/handlers.ts";
export const WEB_CONTEXT = "server/web/context.ts";
export const PAGES_MODULE = "client/routes.tsx";

/** Folders of tests in which nearly every module names calls or addresses. */
const WITH_CODE = new Set(["api", "browser", "live", "support"]);
/** A module that uses the table of all calls mentions it. */
const ROUTE_TABLE_PATTERN = /\broutes\b/;
const MODULE_PATTERN = /(?<!\.d)\.(tsx?|mjs)$/;
export const isModule = (file: string): boolean => MODULE_PATTERN.test(file);

const rootPackage = z.object({ workspaces: z.array(z.string()).default([]) });
const workspacePackage = z.object({ name: z.string() });

/** A specifier of an import leads to a file of the checkout, by its own path or through the name of a workspace. */
type SpecifierResolver = {
  /** Folders of the workspaces. */
  readonly workspaces: readonly string[];
  /**
   * A specifier that begins with `#` is a path within the module's own workspace.
   * @returns the file, whether or not it exists; null: a package that is installed, or a part of Node
   */
  resolve(specifier: string, module: string): string | null;
};

export function createSpecifierResolver(read: (file: string) => string): SpecifierResolver {
  const { workspaces } = rootPackage.parse(JSON.parse(read("package.json")));
  const folders = workspaces.map((folder): [string, string] => {
    const { name } = workspacePackage.parse(JSON.parse(read(`${folder}/package.json`)));
    return [`${name}/`, folder];
  });
  return {
    workspaces,
    resolve: (specifier, module) => {
      // Vite reads what follows a question mark.
      const [path = ""] = specifier.split("?");
      if (path.startsWith(".")) return posix.join(posix.dirname(module), path);
      if (path.startsWith("#")) return posix.join(module.split("/", 1)[0] ?? "", path.slice(1));
      for (const [prefix, folder] of folders) {
        if (path.startsWith(prefix)) return posix.join(folder, path.slice(prefix.length));
      }
      return null;
    },
  };
}

export type Checkout = {
  /** All files with slashes, deleted ones that have changed included. */
  readonly files: readonly string[];
  /** Empty for a file that does not exist. */
  readonly read: (file: string) => string;
  readonly modules: ReadonlyMap<string, ModuleFacts>;
  readonly specifiers: SpecifierResolver;
  readonly paths: PathResolver;
  readonly routes: ReadonlyMap<string, ApiRoute>;
  /** The module of each service of a web process. */
  readonly services: ReadonlyMap<string, string>;
  readonly pages: readonly Page[];
};

export function readCheckout(root: string, files: readonly string[]): Checkout {
  const fileSet = new Set(files);
  const read = (file: string) => {
    const path = join(root, file);
    return fileSet.has(file) && existsSync(path) ? readFileSync(path, "utf8") : "";
  };
  const specifiers = createSpecifierResolver(read);
  const packages = new Set([...specifiers.workspaces, "tests"]);
  const paths = createPathResolver(files, packages);
  const listSources = (file: string): Source[] =>
    readModule(file, read(file), () => false).imports.flatMap(({ specifier, names }) => {
      const module = specifiers.resolve(specifier, file);
      return module === null ? [] : [{ module, names: names.map(({ imported }) => imported) }];
    });
  const routes = readApiRoutes(listSources(ROUTES_MODULE), listSources(HANDLERS_MODULE), read);
  const services = readServices(WEB_CONTEXT, read(WEB_CONTEXT), listSources(WEB_CONTEXT));
  const servicePattern = new RegExp(`\\b(${[...services.keys()].join("|")})\\b`);
  const modules = new Map<string, ModuleFacts>();
  for (const file of files) {
    const [folder = "", subfolder = ""] = file.split("/");
    if (!packages.has(folder) || !isModule(file)) continue;
    const needsCode = (piece: string) =>
      (folder === "tests" && (WITH_CODE.has(subfolder) || ROUTE_TABLE_PATTERN.test(piece))) ||
      paths.mayName(file, piece) ||
      (["client", "tests"].includes(folder) && routes.has(piece)) ||
      (folder === "server" && services.size > 0 && servicePattern.test(piece));
    modules.set(file, readModule(file, read(file), needsCode));
  }
  const pages = readPages(PAGES_MODULE, read(PAGES_MODULE));
  return { files, read, modules, specifiers, paths, routes, services, pages };
}
