/**
 * Holds the edges of the import graph. A node is a file, `file#function` for what one function of a support module uses, or a name
 * with a prefix for what is no file: a call of the API, a page, a service, the app shell, and a file as a web process has it.
 */
import { type Checkout, isModule } from "./checkout.ts";

export const SHELL_NODE = "shell:client";
/** Stands for all calls in place of a name: who goes through the whole table reaches each call, but covers none in particular. */
export const ALL_ROUTES = "*";
export const routeNode = (name: string): string => `route:${name}`;
export const pageNode = (path: string): string => `page:${path}`;
export const serviceNode = (name: string): string => `service:${name}`;
export const functionNode = (file: string, name: string): string => `${file}#${name}`;
/** A file in a web process, none of whose programs run. */
export const idleNode = (file: string): string => `idle:${file}`;

const VIRTUAL_NODE_PATTERN = /^(route|page|service|shell):|#/;
/** An edge to such a node is an import, or names a path. Edges to other nodes do not make what they lead to more distant. */
export const isStep = (node: string): boolean => !VIRTUAL_NODE_PATTERN.test(node);
export const isFile = (node: string): boolean => isStep(node) && !node.startsWith("idle:");

export class Edges {
  readonly targets = new Map<string, Set<string>>();
  /** Those edges of `targets` that lead to modules by path: programs. */
  readonly programs = new Map<string, Set<string>>();
  readonly unresolved: string[] = [];
  readonly #checkout: Checkout;
  readonly #files: ReadonlySet<string>;

  constructor(checkout: Checkout) {
    this.#checkout = checkout;
    this.#files = new Set(checkout.files);
  }

  add(from: string, to: string): void {
    addTo(this.targets, from, to);
  }

  /** @param file a file that a literal of `from` names */
  addPath(from: string, file: string): void {
    if (this.targets.get(from)?.has(file)) return;
    this.add(from, file);
    if (isModule(file)) addTo(this.programs, from, file);
  }

  /** Adds what `specifier` stands for in `module`, unless it is among `omitted`. Packages that are installed have no node. */
  addImport(from: string, module: string, specifier: string, omitted: ReadonlySet<string> = new Set()): void {
    const target = this.#checkout.specifiers.resolve(specifier, module);
    if (target === null || omitted.has(target)) return;
    // AssemblyScript leaves the extension out.
    const file = this.#files.has(target) ? target : `${target}.ts`;
    if (this.#files.has(file)) this.add(from, file);
    else this.unresolved.push(`${module}: ${specifier}`);
  }
}

function addTo(edges: Map<string, Set<string>>, from: string, to: string): void {
  const targets = edges.get(from);
  if (targets === undefined) edges.set(from, new Set([to]));
  else targets.add(to);
}
