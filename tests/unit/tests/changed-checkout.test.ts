/** `npm test -- --changed` reads this checkout: an address or an import that it misses would leave tests out. */
import { join } from "node:path";
import { routes } from "@understudy/shared/api/routes.ts";
import { assert, suite } from "../../harness.ts";
import { listFiles } from "../../support/test-run/changed/changed-files.ts";
import { pageNode, routeNode } from "../../support/test-run/changed/edges.ts";
import { readImportGraph } from "../../support/test-run/changed/import-graph.ts";
import { findReached, listCovered } from "../../support/test-run/changed/reach.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../../..");
const graph = readImportGraph(PROJECT_ROOT, await listFiles(PROJECT_ROOT));
const browserTests = graph.tests.filter((file) => file.startsWith("tests/browser/"));
const opened = new Map(browserTests.map((test) => [test, listCovered(graph, test)]));

const it = suite("the import graph of this checkout");

it("finds the file of every import", () => {
  assert.equal(graph.unresolved, []);
});

it("has every test reached by a change of itself", () => {
  assert.ok(graph.tests.length > 300, `${graph.tests.length} tests`);
  const missed = graph.tests.filter(
    (test) => !findReached(graph, [test]).tests.some(({ file }) => file === test),
  );
  assert.equal(missed, []);
});

it("knows every call of the API, with the modules that declare and answer it", () => {
  assert.equal([...graph.routes].sort(), Object.keys(routes).sort());
  const incomplete = graph.routes.filter((name) => {
    const modules = [...(graph.edges.get(routeNode(name)) ?? [])];
    const isIn = (folder: string) => modules.some((module) => module.startsWith(folder));
    return !isIn("shared/api/") || !isIn("server/api/");
  });
  assert.equal(incomplete, []);
});

it("has every browser test that starts a web process open a page", () => {
  const serving = new Set(findReached(graph, ["server/processes/web.ts"]).tests.map(({ file }) => file));
  const without = browserTests.filter(
    (test) => serving.has(test) && !opened.get(test)?.some((node) => node.startsWith("page:")),
  );
  assert.equal(without, []);
});

it("has every page opened by a browser test", () => {
  const pages = new Set([...opened.values()].flat());
  assert.ok(graph.pages.length > 15, `${graph.pages.length} pages`);
  assert.equal(
    graph.pages.filter((path) => !pages.has(pageNode(path))),
    [],
  );
});

it("leads to no handler from every test of the API", () => {
  const handlers = new Set(graph.routes.flatMap((name) => [...(graph.edges.get(routeNode(name)) ?? [])]));
  const isApiTest = (file: string) => file.startsWith("tests/api/");
  const count = graph.tests.filter(isApiTest).length;
  for (const handler of handlers) {
    if (!handler.startsWith("server/api/")) continue;
    const { tests } = findReached(graph, [handler]);
    const reached = tests.filter(({ file }) => isApiTest(file)).length;
    assert.ok(reached > 0 && reached < count, `${handler}: ${reached} of ${count}`);
  }
});

it("has no bench that reaches the harness, which would end it as a file without tests", () => {
  const benches = [...graph.edges.keys()].filter((node) => /^tests\/bench\/[\w-]+\.bench\.ts$/.test(node));
  assert.ok(benches.length > 30, `${benches.length} benches`);
  const reachesHarness = (bench: string): boolean => {
    const reached = new Set([bench]);
    for (const node of reached) for (const target of graph.edges.get(node) ?? []) reached.add(target);
    return reached.has("tests/harness.ts");
  };
  assert.equal(benches.filter(reachesHarness), []);
});
