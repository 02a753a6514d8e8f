/** A small checkout of the same folders as this one, changed in one place after another. */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { assert, rejects, suite } from "../../harness.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { withoutGitVariables } from "../../support/test-run/changed/changed-files.ts";
import { selectChanged } from "../../support/test-run/changed/select-changed.ts";

const SPECIFICATION_TEST = "tests/unit/specification.test.ts";
/** So that all tests fit. */
const ONE_SECOND_EACH = () => 1;

const workspace = (name: string) => JSON.stringify({ name: `@understudy/${name}` });
const CHECKOUT_FILES: Readonly<Record<string, string>> = {
  "package.json": JSON.stringify({ workspaces: ["client", "server", "engine", "shared"] }),
  "client/package.json": workspace("client"),
  "server/package.json": workspace("server"),
  "engine/package.json": workspace("engine"),
  "shared/package.json": workspace("shared"),
  "README.md": "Nothing reads this.",
  ".gitignore": "dist/",
  "fixtures/table.csv": "a,b",

  "shared/api/job.ts": `import { route } from "./route.ts";
    export const jobRoutes = { listJobs: route({ path: "/jobs/" }), getJob: route({ path: "/jobs/{job_id}" }) };`,
  "shared/api/routes.ts": `import { jobRoutes } from "./job.ts";
    export const routes = { ...jobRoutes };`,
  "shared/api/route.ts": "export const route = (definition) => definition;",

  "client/main.tsx": `import { router } from "./routes.tsx"; router.start();`,
  "client/routes.tsx": `import { HomePage } from "./home-page.tsx";
    const pages = [
      { index: true, element: <HomePage /> },
      { path: "jobs", lazy: async () => ({ Component: (await import("./jobs/jobs-page.tsx")).JobsPage }) },
      { path: "jobs/:jobId", lazy: async () => ({ Component: (await import("./jobs/job-page.tsx")).JobPage }) },
    ];
    export const router = createRouter([{ children: [...pages, { path: "*", element: <HomePage /> }] }]);`,
  "client/home-page.tsx": "export const HomePage = () => null;",
  "client/jobs/jobs-page.tsx": `import { Button } from "../components/button.tsx";
    export const JobsPage = () => <Button press={() => call("listJobs")} />;`,
  "client/jobs/job-page.tsx": `import type { Shown } from "../components/shown.ts";
    import classes from "./job-page.module.css";
    export const JobPage = () => <main className={classes.main}>{call("getJob")}</main>;`,
  "client/jobs/job-page.module.css": `.main { composes: small from "../components/sizes.module.css"; }`,
  "client/components/sizes.module.css": ".small { width: 1px; }",
  "client/components/button.tsx": "export const Button = () => null;",
  "client/components/shown.ts": "export type Shown = string;",

  "server/processes/web.ts": `import { handlers } from "../api/handlers.ts";
    import { openWebContext } from "../web/context.ts";
    import { compress } from "../compress.ts";
    export const startWeb = () => compress(handlers, openWebContext());`,
  "server/compress.ts": "export const compress = () => {};",
  "server/web/context.ts": `import { createReader } from "../reader.ts";
    export const openWebContext = () => ({ reader: createReader() });`,
  "server/reader.ts": `const PROGRAM = new URL("./reader-thread.ts", import.meta.url);
    export const createReader = () => new Worker(PROGRAM);`,
  "server/reader-thread.ts": "postMessage(1);",
  "server/api/handlers.ts": `import { jobHandlers } from "./job.ts";
    import { jobListHandlers } from "./job-list.ts";
    export const handlers = { ...jobListHandlers, ...jobHandlers };`,
  "server/api/job-list.ts":
    "export const jobListHandlers = { listJobs: handle(jobRoutes.listJobs, () => []) };",
  "server/api/job.ts": `export const jobHandlers = { getJob: handle(jobRoutes.getJob, ({ web }) => web.reader.ask()) };`,
  "server/processes/runner.ts": `import { train } from "@understudy/engine/train.ts"; export const startRunner = () => train();`,
  "engine/train.ts": `export * from "./table.ts"; export const train = () => {};`,
  "engine/table.ts": "export const readTable = () => {};",
  "engine/limits.ts": "export type Limits = number;",

  "tests/harness.ts": "export const suite = () => {};",
  "tests/run.ts": `import { startStores } from "./support/stores.ts"; startStores();`,
  "tests/support/stores.ts": "export const startStores = () => {};",
  "tests/support/stack.ts": `export async function startTestServer() {
      return (await import("../../server/processes/web.ts")).startWeb();
    }
    export async function startTestRunner() {
      return (await import("../../server/processes/runner.ts")).startRunner();
    }`,
  "tests/support/pages.ts": `import type { Page } from "playwright";
    export const openJob = (page: Page, id: number) => page.goto(\`/jobs/\${id}?tab=report\`);`,
  "tests/support/tables.ts": `const FIXTURES = join(import.meta.dirname, "../../fixtures");
    export const table = (name: string) => join(FIXTURES, name);`,
  "tests/specification/rows.ts": "export const rows = [];",

  [SPECIFICATION_TEST]: `import { rows } from "../specification/rows.ts";`,
  "tests/unit/table.test.ts": `import { readTable } from "@understudy/engine/table.ts";
    import type { Limits } from "@understudy/engine/limits.ts";
    import { table } from "../support/tables.ts";`,
  "tests/api/job.test.ts": `import { startTestServer } from "../support/stack.ts";
    await (await startTestServer()).call("getJob");`,
  "tests/api/list-jobs.test.ts": `import { startTestServer } from "../support/stack.ts";
    await fetch(\`\${(await startTestServer()).url}/api/internal/jobs/?filter=none\`);`,
  "tests/api/train.test.ts": `import { startTestRunner } from "../support/stack.ts"; await startTestRunner();`,
  "tests/browser/job.test.ts": `import { openJob } from "../support/pages.ts";
    import { startTestServer } from "../support/stack.ts";
    await startTestServer(); await openJob(page, 1);`,
  "tests/browser/jobs.test.ts": `import { startTestServer } from "../support/stack.ts";
    await startTestServer(); await page.goto("/jobs");`,
};

const root = temporaryFolder("changed");
/** Neither a hook that runs this test nor the settings of who runs it must matter to what git does here. */
const env = { ...withoutGitVariables(process.env), GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" };
const git = (...args: string[]) =>
  execFileSync("git", args, { cwd: root, env, stdio: ["ignore", "pipe", "ignore"] });

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

function commit(message: string): void {
  git("add", "--all");
  git("-c", "user.name=Ada", "-c", "user.email=ada@example.org", "commit", "--quiet", "-m", message);
}

/** The tests that a change reaches, without the folder `tests` and the test of the specification, which always runs. */
async function select(
  base: string | null = null,
  expectedSeconds: (file: string) => number = ONE_SECOND_EACH,
) {
  const { files, text } = await selectChanged(root, base, expectedSeconds);
  assert.ok(files.includes(SPECIFICATION_TEST), text);
  const tests = files
    .filter((file) => file !== SPECIFICATION_TEST)
    .map((file) => file.slice("tests/".length));
  return { tests: tests.sort(), text };
}

async function selectAfterChange(file: string): Promise<string[]> {
  write(file, `${CHECKOUT_FILES[file]}\n`);
  const { tests } = await select();
  write(file, CHECKOUT_FILES[file] ?? "");
  return tests;
}

const it = suite("the tests that a change reaches");

it.before(() => {
  for (const [file, text] of Object.entries(CHECKOUT_FILES)) write(file, text);
  git("init", "--quiet", "--initial-branch", "main");
  commit("everything");
});

const LIST_TESTS = ["api/list-jobs.test.ts", "browser/jobs.test.ts"];
const JOB_TESTS = ["api/job.test.ts", "browser/job.test.ts"];
const SERVED_TESTS = [...LIST_TESTS, ...JOB_TESTS].sort();
const ALL_TESTS = [...SERVED_TESTS, "api/train.test.ts", "unit/table.test.ts"].sort();

const CHANGES_AND_TESTS: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  "are those of the pages that show a component": {
    "client/components/button.tsx": ["browser/jobs.test.ts"],
    "client/jobs/job-page.tsx": ["browser/job.test.ts"],
    "client/components/sizes.module.css": ["browser/job.test.ts"],
  },
  "are all browser tests after a change of what every page is shown in": {
    "client/main.tsx": ["browser/job.test.ts", "browser/jobs.test.ts"],
    "client/home-page.tsx": ["browser/job.test.ts", "browser/jobs.test.ts"],
  },
  "are those that make a call, themselves or by a page, after a change of its handler": {
    "server/api/job-list.ts": LIST_TESTS,
    "server/api/job.ts": JOB_TESTS,
    "shared/api/job.ts": SERVED_TESTS,
  },
  "are all that start a web process after a change of what it always runs": {
    "server/compress.ts": SERVED_TESTS,
    "server/web/context.ts": SERVED_TESTS,
    "server/reader.ts": SERVED_TESTS,
  },
  "are those that make a call which needs a program of the server": { "server/reader-thread.ts": JOB_TESTS },
  "are those that start a runner after a change of what it runs": {
    "engine/train.ts": ["api/train.test.ts"],
  },
  "are those that import a module, or a module that does": {
    "engine/table.ts": ["api/train.test.ts", "unit/table.test.ts"],
    "tests/support/pages.ts": ["browser/job.test.ts"],
  },
  "are those that read a fixture by its path": { "fixtures/table.csv": ["unit/table.test.ts"] },
  "are a test that has changed itself": { "tests/api/train.test.ts": ["api/train.test.ts"] },
  "are all tests after a change of what runs them": {
    "package.json": ALL_TESTS,
    "tests/run.ts": ALL_TESTS,
    "tests/support/stores.ts": ALL_TESTS,
  },
  "are none but that of the specification after a change of types or documents": {
    "client/components/shown.ts": [],
    "engine/limits.ts": [],
    "README.md": [],
  },
};

for (const [title, changes] of Object.entries(CHANGES_AND_TESTS)) {
  it(title, async () => {
    for (const [file, tests] of Object.entries(changes)) {
      assert.equal(await selectAfterChange(file), tests, file);
    }
  });
}

it("include untracked ones, and follow files that are staged, deleted and ignored by git", async () => {
  write("tests/unit/new.test.ts", "");
  write("server/dist/built.ts", "");
  assert.equal((await select()).tests, ["unit/new.test.ts"]);
  rmSync(join(root, "tests/unit/new.test.ts"));

  write("engine/train.ts", "");
  git("add", "engine/train.ts");
  assert.equal((await select()).tests, ["api/train.test.ts"]);
  git("reset", "--quiet", "--hard");

  rmSync(join(root, "fixtures/table.csv"));
  rmSync(join(root, "tests/api/job.test.ts"));
  assert.equal((await select()).tests, ["unit/table.test.ts"]);
  git("reset", "--quiet", "--hard");
});

it("are found since the last commit in common with a base", async () => {
  git("switch", "--quiet", "--create", "feature");
  write("client/components/button.tsx", "export const Button = () => 1;");
  commit("a button");
  git("switch", "--quiet", "main");
  write("server/compress.ts", "export const compress = () => 1;");
  commit("another way to compress");
  git("switch", "--quiet", "feature");
  const { tests, text } = await select();
  assert.equal(tests, []);
  assert.match(text, "Nothing has changed since HEAD.");
  assert.equal((await select("main")).tests, ["browser/jobs.test.ts"]);
  write("fixtures/table.csv", "c");
  assert.equal((await select("main")).tests, ["browser/jobs.test.ts", "unit/table.test.ts"]);
  git("reset", "--quiet", "--hard");
  git("switch", "--quiet", "main");
});

it("cannot be found since a base that is no revision, which is said in a sentence", async () => {
  for (const base of ["no-such-branch", "--all"]) {
    const { message } = await rejects(select(base), /is no revision of this repository\.$/);
    assert.match(message, base);
  }
});

it("are named in the text with those that are left out for time", async () => {
  write("client/main.tsx", "");
  const { tests, text } = await select(null, (file) => (file.startsWith("tests/browser/") ? 150 : 1));
  git("reset", "--quiet", "--hard");
  assert.is(tests.length, 1, text);
  const rest = tests.includes("browser/jobs.test.ts") ? "job" : "jobs";
  assert.match(text, "Changed since HEAD: client/main.tsx.");
  assert.match(text, "2 of 7 test files run (1 unit, 1 browser)");
  assert.match(text, `  tests/browser (1): ${rest}\n`);
  assert.match(text, "4 files cannot be reached by the change.");
  assert.match(text, "`npm test` runs all of them.");
});

it("are only that of the specification where nothing reaches the change, which the text says", async () => {
  write("README.md", "Still nothing reads this.");
  const { text } = await select();
  git("reset", "--quiet", "--hard");
  assert.match(text, "No other test reaches what has changed.");
  assert.match(text, "6 files cannot be reached by the change.");
});
