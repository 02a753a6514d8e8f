/** Finds what a change reaches, and how many imports lie between. */
import { WEB_MODULE } from "./checkout.ts";
import { idleNode, isStep, pageNode, routeNode } from "./edges.ts";
import type { ImportGraph } from "./import-graph.ts";

export type ReachedTest = {
  readonly file: string;
  /** The number of imports between the test and the nearest file that has changed; 0 for a test that has changed itself. */
  readonly distance: number;
  /** The pages that a browser test opens, or the calls that another test makes, as far as the change reaches them. */
  readonly covers: readonly string[];
};

export type Reach = {
  readonly tests: readonly ReachedTest[];
  /** Nodes of the pages and calls that tests should cover. */
  readonly pages: readonly string[];
  readonly routes: readonly string[];
};

const TEST_KINDS = ["unit", "api", "live", "browser"] as const;
export type TestKind = (typeof TEST_KINDS)[number];

/** A test outside of the four folders starts no server either. */
export const findKind = (file: string): TestKind =>
  TEST_KINDS.find((kind) => file.startsWith(`tests/${kind}/`)) ?? "unit";

/** @param changed files; null: everything is reached, as by a change of what runs the tests */
export function findReached(graph: ImportGraph, changed: readonly string[] | null): Reach {
  const distances = changed === null ? null : measureDistances(graph, changed);
  const isReached = (node: string) => distances === null || distances.has(node);
  const pages = graph.pages.map(pageNode).filter(isReached);
  const handled = graph.routes.map(routeNode).filter(isReached);
  // What only the web process itself reaches is behind every call.
  const routes =
    handled.length === 0 && isReached(idleNode(WEB_MODULE)) ? graph.routes.map(routeNode) : handled;
  const calls = new Set(routes);
  const targets = { unit: new Set(), api: calls, live: calls, browser: new Set(pages) };
  const tests = graph.tests.filter(isReached).map((file) => ({
    file,
    distance: distances?.get(file) ?? 0,
    covers: listCovered(graph, file).filter((node) => targets[findKind(file)].has(node)),
  }));
  return { tests, pages, routes };
}

/** Measures the distance of every node that leads to a changed file. A step through a call, a page or a function adds nothing. */
function measureDistances({ edges }: ImportGraph, changed: readonly string[]): Map<string, number> {
  const sources = new Map<string, string[]>();
  for (const [source, targets] of edges) {
    for (const target of targets) {
      const nodes = sources.get(target);
      if (nodes === undefined) sources.set(target, [source]);
      else nodes.push(source);
    }
  }
  const distances = new Map<string, number>();
  let level = changed.flatMap((file) => [file, idleNode(file)]);
  for (let distance = 0; level.length > 0; distance++) {
    const next: string[] = [];
    const waiting = [...level];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      if (distances.has(node)) continue;
      distances.set(node, distance);
      (isStep(node) ? next : waiting).push(...(sources.get(node) ?? []));
    }
    level = next;
  }
  return distances;
}

/** Finds the modules under `tests/support/` that run the tests, and those that they import. */
export function listRunnerModules({ edges, files }: ImportGraph): Set<string> {
  const nodes = new Set(files.filter((file) => /^tests\/(run\.ts$|support\/test-run\/)/.test(file)));
  // A node that is added here is visited as well.
  for (const node of nodes) {
    for (const target of edges.get(node) ?? []) if (target.startsWith("tests/support/")) nodes.add(target);
  }
  return new Set([...nodes].filter(isStep));
}

/** Lists the pages and calls that a test and its support modules name, and not those that a page or a server leads to. */
export function listCovered({ edges }: ImportGraph, test: string): string[] {
  const covered: string[] = [];
  const visited = new Set([test]);
  const waiting = [test];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const target of edges.get(node) ?? []) {
      if (visited.has(target)) continue;
      visited.add(target);
      if (target.startsWith("tests/")) waiting.push(target);
      else if (!isStep(target)) covered.push(target);
    }
  }
  return covered;
}
