import { assert, suite } from "../../../harness.ts";
import { readImportEdges } from "../../../style/import-edges.ts";
import { findMisplacedTests } from "../../../style/test-places.ts";

const it = suite("the places of unit tests");

const PRODUCT_FILES = ["engine/math/a/x.ts", "engine/math/b/y.ts", "engine/math/z.ts", "shared/z.ts"];

/** @returns the finding of a test that imports these files, or that names them in a literal; null where it may stand there */
function judge(path: string, imported: readonly string[], named: readonly string[] = []): string | null {
  const up = "../".repeat(path.split("/").length + 1);
  const lines = [
    ...imported.map((file) => `import "${up}${file}";`),
    ...named.map((file) => `const path = "${file}";`),
  ];
  const sources = [
    ...PRODUCT_FILES.map((file) => ({ file, text: "" })),
    { file: "tests/support/helper.ts", text: 'import "../../engine/math/a/x.ts";' },
    { file: `tests/unit/${path}.test.ts`, text: lines.join("\n") },
  ];
  return findMisplacedTests(sources, readImportEdges(sources))[0]?.text ?? null;
}

it("are the path of the file or the folder that a test is named after", () => {
  assert.is(judge("engine/math/a/x", []), null);
  assert.is(judge("engine/math/a", ["engine/math/a/x.ts"]), null);
  assert.is(judge("engine/math/x", ["engine/math/a/x.ts"]), "tests what stands in engine/math/a");
  assert.is(judge("engine/math/a/y", ["engine/math/b/y.ts"]), "tests what stands in engine/math/b");
});

it("are the folder of a file that a test with a name of its own reaches", () => {
  assert.is(judge("engine/math/a/law", ["engine/math/a/x.ts"]), null);
  assert.is(judge("engine/math/a/law", ["tests/support/helper.ts"]), null);
  assert.is(judge("engine/math/b/law", [], ["engine/math/b/y.ts"]), null);
  assert.is(judge("engine/math/a/law", ["engine/math/b/y.ts"]), "tests what stands in engine/math/b");
  assert.is(judge("engine/math/a/law", []), "tests what stands in no folder of the product");
});

it("are the folder above, where a test reaches several folders in it", () => {
  assert.is(judge("engine/math/law", ["engine/math/a/x.ts", "engine/math/b/y.ts"]), null);
  assert.is(judge("engine/math/law", ["engine/math/a/x.ts"]), "tests what stands in engine/math/a");
  assert.is(
    judge("engine/law", ["engine/math/z.ts", "shared/z.ts"]),
    "tests what stands in engine/math, shared",
  );
});

it("do not count a file of the same name in another package", () => {
  assert.is(judge("engine/math/z", ["shared/z.ts"]), null);
  assert.is(judge("shared/law", ["shared/z.ts", "engine/math/z.ts"]), null);
});
