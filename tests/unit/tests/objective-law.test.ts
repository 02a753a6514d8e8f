/** The law of objectives: whatever depends on the objective of a job reads the one table, or is a record with an entry for each. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { assert, suite } from "../../harness.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../../..");
const NAMES = objective.options.join("|");
/** "Training" is a status and a split of the rows, too: only the objective of a job that is compared with it counts. */
const COMPARISON = new RegExp(
  `[oO]bjective\\)? *(===|!==) *"(${NAMES})"|case "(${NAMES.replace("Training|", "")})":`,
);

const findComparisons = (text: string): string[] => text.split("\n").filter((line) => COMPARISON.test(line));

const it = suite("the law of objectives");

it("recognizes a comparison of an objective with a name", () => {
  assert.equal(findComparisons('if (job.objective !== "Training") return;').length, 1);
  assert.equal(findComparisons('switch (x) {\n  case "Out of Spec":\n}').length, 1);
  assert.equal(findComparisons('if (status === "Training") return;'), []);
});

it("finds no comparison of an objective with a name in the product", () => {
  const files = globSync("{client,engine,server,shared}/**/*.{ts,tsx}", {
    cwd: PROJECT_ROOT,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  assert.ok(files.includes("shared/domain/objectives.ts"));
  const comparisons = files.flatMap((file) =>
    findComparisons(readFileSync(join(PROJECT_ROOT, file), "utf8")).map((line) => `${file}: ${line.trim()}`),
  );
  assert.equal(comparisons, []);
});
