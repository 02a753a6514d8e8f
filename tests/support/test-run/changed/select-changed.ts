/** `npm test -- --changed [BASE]`: the tests that a change can reach, as many of them as a short run has time for. */

import { listChanges, listFiles } from "./changed-files.ts";
import { chooseTests } from "./choose.ts";
import { describeSelection } from "./describe.ts";
import { readImportGraph } from "./import-graph.ts";
import { findReached, listRunnerModules } from "./reach.ts";

/** `files` are the tests to run, relative to the root; `text` says for people what has changed, what runs and what does not. */
export type ChangedSelection = { readonly files: string[]; readonly text: string };

/**
 * A selection may be expected to take at most this many seconds of a processor, without the stores. On two cores a
 * run takes half to three quarters of it and about ten seconds to start, so that a change of the pages is tested
 * within two minutes, and any other within four. With more, people would test less often; with less, the pages and
 * calls that a change reaches would not all be covered.
 */
const CLIENT_BUDGET_SECONDS = 200;
const BUDGET_SECONDS = 300;

/**
 * These modules start the tests, with `listRunnerModules`, or decide which packages the tests run with: a change of
 * one can show in any test.
 */
const REACHES_ALL =
  /^((\w+\/)?package\.json|package-lock\.json|tests\/(run\.mjs|harness\.ts)|server\/boot\/bootstrap\.mjs)$/;
/** Tests that import from here are run whatever has changed. */
const SPECIFICATION_FOLDER = "tests/specification/";
const isTestOrDocument = (file: string): boolean => file.startsWith("tests/") || file.endsWith(".md");

/** Tests count as changes of what they test: a page that changes with its test is still a change of the client. */
function computeBudget(changed: readonly string[]): number {
  const product = changed.filter((file) => !isTestOrDocument(file));
  const isClient = product.length > 0 && product.every((file) => file.startsWith("client/"));
  return isClient ? CLIENT_BUDGET_SECONDS : BUDGET_SECONDS;
}

/**
 * @param base see `listChanges`
 * @param expectedSeconds of a test file, relative to the root: the seconds of a processor that it will take
 * @throws Error with one sentence for people when `base` is no revision
 */
export async function selectChanged(
  root: string,
  base: string | null,
  expectedSeconds: (file: string) => number,
): Promise<ChangedSelection> {
  const changes = await listChanges(root, base);
  const files = await listFiles(root);
  const graph = readImportGraph(root, [...new Set([...files, ...changes.files])]);
  const runner = listRunnerModules(graph);
  const everywhere = changes.files.filter((file) => REACHES_ALL.test(file) || runner.has(file));
  const reach = findReached(graph, everywhere.length > 0 ? null : changes.files);
  const isNamed = (test: string, module: string) => graph.programs.get(test)?.has(module) ?? false;
  const always = graph.tests.filter((test) =>
    [...(graph.edges.get(test) ?? [])].some(
      (target) => target.startsWith(SPECIFICATION_FOLDER) && !isNamed(test, target),
    ),
  );
  const budgetSeconds = computeBudget(changes.files);
  const choice = chooseTests(reach, { changed: changes.files, always, budgetSeconds, expectedSeconds });
  const seconds = choice.chosen.reduce((sum, file) => sum + expectedSeconds(file), 0);
  const reached = new Set([...reach.tests.map(({ file }) => file), ...always]);
  const text = describeSelection({
    ...choice,
    changes,
    everywhere,
    always,
    seconds,
    budgetSeconds,
    testCount: graph.tests.length,
    unreachedCount: graph.tests.length - reached.size,
  });
  return { files: [...choice.chosen], text };
}
