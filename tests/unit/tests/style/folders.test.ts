import { assert, suite } from "../../../harness.ts";
import { findKnots, findSiblingPairs, findSingleImporterFiles } from "../../../style/folders.ts";
import { readImportEdges } from "../../../style/import-edges.ts";
import type { Source } from "../../../style/sources.ts";

/** Modules that import others by path, in the order of the lines. */
const createSources = (imports: Record<string, string[]>): Source[] =>
  Object.entries(imports).map(([file, specifiers]) => ({
    file,
    text: specifiers.map((specifier) => `import type { X } from "${specifier}";\n`).join(""),
  }));

const folders = suite("the measures of folders");

folders("read one edge for each pair of modules, through relative paths and names of packages", () => {
  const sources: Source[] = [
    { file: "server/a.ts", text: 'import { b } from "@understudy/shared/b.ts";\nexport * from "./c.ts";\n' },
    { file: "server/c.ts", text: 'import { b, type B } from "../shared/b.ts";\nimport fs from "node:fs";\n' },
    { file: "shared/b.ts", text: "" },
  ];
  assert.equal(readImportEdges(sources), [
    { from: "server/a.ts", to: "shared/b.ts", line: 1 },
    { from: "server/a.ts", to: "server/c.ts", line: 2 },
    { from: "server/c.ts", to: "shared/b.ts", line: 1 },
  ]);
});

folders("count siblings that import each other once, and not a folder with a folder inside it", () => {
  const sources = createSources({
    "engine/a/x.ts": ["../b/x.ts", "./inner/x.ts"],
    "engine/b/x.ts": ["../a/x.ts"],
    "engine/a/inner/x.ts": ["../x.ts"],
    "engine/c/x.ts": ["../a/x.ts"],
  });
  const { count, findings } = findSiblingPairs(readImportEdges(sources));
  assert.is(count, 1);
  assert.equal(
    findings.map(({ file, line }) => `${file}:${line}`),
    ["engine/a/x.ts:1", "engine/b/x.ts:1"],
  );
});

folders("count the folders of a ring as a knot, and not those that only lead into it", () => {
  const sources = createSources({
    "engine/a/x.ts": ["../b/x.ts"],
    "engine/b/x.ts": ["../c/x.ts"],
    "engine/c/x.ts": ["../a/x.ts"],
    "engine/d/x.ts": ["../a/x.ts"],
  });
  const edges = readImportEdges(sources);
  assert.is(findKnots(edges).count, 3);
  assert.is(findKnots(edges.filter(({ from }) => from !== "engine/c/x.ts")).count, 0);
});

folders("find small files that only their neighbour imports", () => {
  const sources = [
    ...createSources({
      "engine/a/user.ts": ["./small.ts", "./large.ts", "./shared.ts"],
      "engine/b/user.ts": ["../a/shared.ts", "../a/far.ts"],
      "engine/a/small.ts": [],
      "engine/a/shared.ts": [],
      "engine/a/far.ts": [],
    }),
    { file: "engine/a/large.ts", text: "x;\n".repeat(61) },
  ];
  const files = findSingleImporterFiles(sources, readImportEdges(sources)).map(({ file }) => file);
  assert.equal(files, ["engine/a/small.ts"]);
});
