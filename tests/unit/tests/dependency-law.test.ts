/** The linter's import rules, held to what the architecture says: each forbidden import is refused, each allowed one is not. */
import { spawnSync } from "node:child_process";
import { globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, normalize } from "node:path";
import { objective } from "@understudy/shared/domain/objectives.ts";
import { assert, suite } from "../../harness.ts";
import { temporaryFolder } from "../../support/cleanup.ts";

const PROJECT_ROOT = join(import.meta.dirname, "../../..");

const FORBIDDEN_IMPORTS: Record<string, string[]> = {
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
  "client/plots": ["plotly.js"],
  server: ["@understudy/client/x.ts", "../client/x.ts", "mongoose", "bull", "socket.io"],
  "tests/unit": ["uvu", "uvu/assert"],
};

const ALLOWED_IMPORTS: Record<string, string[]> = {
  engine: ["@understudy/shared/x.ts"],
  "engine/runner": ["bull"],
  "client/plots/analysis": ["plotly.js/lib/core"],
  "client/data": ["jotai"],
  server: ["@understudy/engine/x.ts", "@understudy/shared/x.ts"],
  "server/live": ["socket.io"],
  "server/models": ["mongoose"],
  "tests/unit": ["mongoose", "@understudy/server/x.ts"],
};

/** A house of the same folders, with one file for each import, so that the whole law is linted at once. */
const house = temporaryFolder("law");
const refusedFiles = new Set<string>();
/** Two files of which each takes a type from the other. */
const CIRCULAR_FILES = { "server/circle-a.ts": "./circle-b.ts", "server/circle-b.ts": "./circle-a.ts" };

const makePath = (folder: string, name: string) => join(folder, `${name.replace(/\W+/g, "-")}.ts`);

function lintAll(): void {
  const config = readFileSync(join(PROJECT_ROOT, ".biome.jsonc"), "utf8");
  writeFileSync(join(house, ".biome.jsonc"), config.replace(/"vcs": \{.*\},/, ""));
  for (const [folder, names] of [...Object.entries(FORBIDDEN_IMPORTS), ...Object.entries(ALLOWED_IMPORTS)]) {
    mkdirSync(join(house, folder), { recursive: true });
    for (const name of names) writeFileSync(join(house, makePath(folder, name)), `import "${name}";\n`);
  }
  for (const [file, other] of Object.entries(CIRCULAR_FILES)) {
    writeFileSync(join(house, file), `import type { Other } from "${other}";\nexport type Own = Other;\n`);
  }
  const biome = join(PROJECT_ROOT, "node_modules/.bin/biome");
  const only = ["--only=style/noRestrictedImports", "--only=suspicious/noImportCycles"];
  const args = ["lint", ...only, "--max-diagnostics=none", "."];
  const { stdout, stderr } = spawnSync(biome, args, { cwd: house, encoding: "utf8" });
  for (const [, file = ""] of `${stdout}${stderr}`.matchAll(/^(\S+?):\d+:\d+ lint\//gm)) {
    refusedFiles.add(file);
  }
}

/** A package's folder; a file that lies in none stands for itself. */
const readFolder = (file: string): string => file.split("/").slice(0, 2).join("/");

/** Each folder's imports of other folders, types included, by folder. */
function folderImports(): Map<string, Set<string>> {
  const files = globSync("{engine,server,shared}/**/*.ts", {
    cwd: PROJECT_ROOT,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  const imports = new Map<string, Set<string>>();
  for (const file of files) {
    const from = readFolder(file);
    for (const [, name = ""] of readFileSync(join(PROJECT_ROOT, file), "utf8").matchAll(/ from "([^"]+)"/g)) {
      const inPackage = name.startsWith(".")
        ? normalize(join(file, "..", name))
        : name.replace("@understudy/", "");
      const to = readFolder(inPackage);
      if (to !== from) imports.set(from, (imports.get(from) ?? new Set()).add(to));
    }
  }
  return imports;
}

/** The client's rooms, each of which imports only rooms before it, or itself; of the features each is a room. */
const CLIENT_ROOMS = [
  "styles",
  "api",
  "data",
  "ui",
  "presence",
  "shared-form",
  "plots",
  "copy-as-code",
  "job",
  "selection",
  "predictions",
  "designs",
  "uploads",
  "features",
  "exported-page",
  "palette",
  "frame",
  "pages",
];

/** @returns a file's room of the client, such as "plots" or "features/together", and null for a file beside the rooms */
const readRoom = (file: string): string | null =>
  /^client\/(features\/[^/]+|[^/]+)\//.exec(file)?.[1] ?? null;

/** @returns each import of the client that leads to a later room, or from one feature to another */
function findUpwardImports(): string[] {
  const files = globSync("client/**/*.{ts,tsx}", {
    cwd: PROJECT_ROOT,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  const place = (room: string) => CLIENT_ROOMS.indexOf(room.replace(/\/.*/, ""));
  return files.flatMap((file) => {
    const from = readRoom(file);
    if (from === null) return [];
    const imports = readFileSync(join(PROJECT_ROOT, file), "utf8").matchAll(
      /(?:from |import\(|import )"([#.][^"]+)"/g,
    );
    return [...imports].flatMap(([, name = ""]) => {
      const imported = name.startsWith("#") ? `client/${name.slice(1)}` : normalize(join(file, "..", name));
      const to = readRoom(imported);
      return to === null || to === from || place(to) < place(from) ? [] : [`${file} imports ${imported}`];
    });
  });
}

const it = suite("the dependency law");
it.before(lintAll);

for (const [folder, names] of Object.entries(FORBIDDEN_IMPORTS)) {
  for (const name of names) {
    it(`refuses ${name} in ${folder}`, () => assert.ok(refusedFiles.has(makePath(folder, name))));
  }
}

for (const [folder, names] of Object.entries(ALLOWED_IMPORTS)) {
  for (const name of names) {
    it(`lets ${folder} import ${name}`, () => assert.not.ok(refusedFiles.has(makePath(folder, name))));
  }
}

it("refuses circles of imports, of types too", () => {
  for (const file of Object.keys(CIRCULAR_FILES)) assert.ok(refusedFiles.has(file), file);
});

it("has no two folders of a package that use each other", () => {
  const imports = folderImports();
  assert.ok(imports.get("server/commands")?.has("server/dispatch"));
  const mutual = [...imports].flatMap(([from, folders]) =>
    [...folders].filter((to) => from < to && imports.get(to)?.has(from)).map((to) => `${from} and ${to}`),
  );
  assert.equal(mutual, []);
});

it("has only rooms of the client that import rooms before them", () => {
  const folders = readdirSync(join(PROJECT_ROOT, "client"), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !["dist", "node_modules", "public"].includes(entry.name))
    .map(({ name }) => name);
  assert.equal(folders.toSorted(), CLIENT_ROOMS.toSorted());
  assert.equal(findUpwardImports(), []);
});

it("starts worker threads in one folder only, whose rule of deadlines holds for all of them", () => {
  const files = globSync("{engine,server,shared}/**/*.{ts,mjs}", {
    cwd: PROJECT_ROOT,
    exclude: ["**/node_modules/**", "**/dist/**"],
  });
  const starting = files.filter((file) =>
    readFileSync(join(PROJECT_ROOT, file), "utf8").includes("new Worker("),
  );
  assert.equal(starting, ["engine/threads/task-host.ts"]);
});

const MAX_PAGE_LINES = 60;

it("has only pages of at most 60 lines, in one folder", () => {
  const folder = join(PROJECT_ROOT, "client/pages");
  const entries = readdirSync(folder, { withFileTypes: true });
  assert.ok(entries.length > 0);
  const violations = entries.flatMap((entry) => {
    if (!entry.isFile() || !entry.name.endsWith(".tsx")) return [`${entry.name} is no file of a page`];
    const lineCount = readFileSync(join(folder, entry.name), "utf8").trimEnd().split("\n").length;
    return lineCount > MAX_PAGE_LINES ? [`${entry.name} has ${lineCount} lines`] : [];
  });
  assert.equal(violations, []);
});

it("has no command that takes the whole platform", () => {
  const files = globSync("server/{commands,core,models,policies,presenters,dispatch}/**/*.ts", {
    cwd: PROJECT_ROOT,
  });
  assert.ok(files.includes("server/commands/jobs/change-job.ts"));
  const lines = files.flatMap((file) =>
    readFileSync(join(PROJECT_ROOT, file), "utf8")
      .split("\n")
      .filter((line) => /: Platform(?!\[)\b/.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.equal(lines, []);
});

/** The law of objectives: whatever depends on the objective of a job reads the one table, or is a record with an entry for each. */
const OBJECTIVE_NAMES = objective.options.join("|");
/** "Training" is a status and a split of the rows, too: only the objective of a job that is compared with it counts. */
const COMPARISON_PATTERN = new RegExp(
  `[oO]bjective\\)? *(===|!==) *"(${OBJECTIVE_NAMES})"|case "(${OBJECTIVE_NAMES.replace("Training|", "")})":`,
);

const findComparisons = (text: string): string[] =>
  text.split("\n").filter((line) => COMPARISON_PATTERN.test(line));

const objectives = suite("the law of objectives");

objectives("recognizes a comparison of an objective with a name", () => {
  assert.equal(findComparisons('if (job.objective !== "Training") return;').length, 1);
  assert.equal(findComparisons('switch (x) {\n  case "Out of Spec":\n}').length, 1);
  assert.equal(findComparisons('if (status === "Training") return;'), []);
});

objectives("finds no comparison of an objective with a name in the product", () => {
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
