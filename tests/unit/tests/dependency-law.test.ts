/** The linter's import rules, held to what the architecture says: each forbidden import is refused, each allowed one is not. */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert, suite } from "../../harness.ts";
import { temporaryFolder } from "../../support/cleanup.ts";

const ROOT = join(import.meta.dirname, "../../..");

const FORBIDDEN: Record<string, string[]> = {
  shared: ["@understudy/engine/x.ts", "@understudy/server/x.ts", "../client/x.ts", "node:fs", "mongoose"],
  engine: ["@understudy/server/x.ts", "../client/x.ts", "mongoose", "bull"],
  "engine/math": ["bull", "ioredis", "socket.io-client", "mongoose", "node:fs/promises", "../runner/x.ts"],
  "engine/tasks": ["bull", "node:fs", "node:child_process"],
  "engine/runner": ["@understudy/server/x.ts", "mongoose"],
  client: [
    "@understudy/engine/x.ts",
    "@understudy/server/x.ts",
    "jotai",
    "jotai/utils",
    "plotly.js/lib/core",
  ],
  server: ["@understudy/client/x.ts", "../client/x.ts", "mongoose", "bull", "socket.io"],
  "tests/unit": ["uvu", "uvu/assert"],
};

const ALLOWED: Record<string, string[]> = {
  engine: ["@understudy/shared/x.ts"],
  "engine/runner": ["bull"],
  "client/store": ["jotai"],
  "client/plots": ["plotly.js"],
  server: ["@understudy/engine/x.ts", "@understudy/shared/x.ts"],
  "server/live": ["socket.io"],
  "server/models": ["mongoose"],
  "tests/unit": ["mongoose", "@understudy/server/x.ts"],
};

/** A house of the same folders, with one file for each import, so that the whole law is linted at once. */
const house = temporaryFolder("law");
const refusedFiles = new Set<string>();

const fileOf = (folder: string, name: string) => join(folder, `${name.replace(/\W+/g, "-")}.ts`);

function lintAll(): void {
  const config = readFileSync(join(ROOT, ".biome.jsonc"), "utf8");
  writeFileSync(join(house, ".biome.jsonc"), config.replace(/"vcs": \{.*\},/, ""));
  for (const [folder, names] of [...Object.entries(FORBIDDEN), ...Object.entries(ALLOWED)]) {
    mkdirSync(join(house, folder), { recursive: true });
    for (const name of names) writeFileSync(join(house, fileOf(folder, name)), `import "${name}";\n`);
  }
  const biome = join(ROOT, "node_modules/.bin/biome");
  const args = ["lint", "--only=style/noRestrictedImports", "--max-diagnostics=none", "."];
  const { stdout, stderr } = spawnSync(biome, args, { cwd: house, encoding: "utf8" });
  for (const [, file = ""] of `${stdout}${stderr}`.matchAll(
    /^(\S+?):\d+:\d+ lint\/style\/noRestrictedImports/gm,
  )) {
    refusedFiles.add(file);
  }
}

const it = suite("the dependency law");
it.before(lintAll);

for (const [folder, names] of Object.entries(FORBIDDEN)) {
  for (const name of names) {
    it(`refuses ${name} in ${folder}`, () => assert.ok(refusedFiles.has(fileOf(folder, name))));
  }
}

for (const [folder, names] of Object.entries(ALLOWED)) {
  for (const name of names) {
    it(`lets ${folder} import ${name}`, () => assert.not.ok(refusedFiles.has(fileOf(folder, name))));
  }
}
