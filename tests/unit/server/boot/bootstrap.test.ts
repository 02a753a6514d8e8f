/** `npm start` in a checkout whose packages another npm installs at that moment, or whose npm was ended in between. */
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, eventually, suite } from "../../../harness.ts";
import { atEnd, temporaryFolder } from "../../../support/cleanup.ts";

const BOOT_FOLDER = fileURLToPath(new URL("../../../../server/boot", import.meta.url));
const LOCKED_PACKAGES = { "node_modules/node": { version: "24.0.0" } };
const STARTED_TEXT = "The product runs";

/** Writes what npm has written when it ends: the packages, and last of all its note of them. */
const INSTALL_SCRIPT = `
const { mkdirSync, symlinkSync, writeFileSync } = require("node:fs");
mkdirSync("node_modules/node/bin", { recursive: true });
symlinkSync(process.execPath, "node_modules/node/bin/node");
writeFileSync("node_modules/.package-lock.json", ${JSON.stringify(JSON.stringify({ packages: LOCKED_PACKAGES }))});
`;
/** An npm as the system lists it, that empties node_modules as `npm ci` does first, and ends when it reads a line. */
const NPM_SCRIPT = `
const { mkdirSync, rmSync } = require("node:fs");
if (process.env.TITLE) process.title = process.env.TITLE;
rmSync("node_modules", { recursive: true, force: true });
mkdirSync("node_modules/node", { recursive: true });
process.stdin.once("data", () => { ${INSTALL_SCRIPT} process.exit(); });
console.log("installing");
`;

/** A checkout with the product's own start script, a program that says that it runs, and no packages. */
function makeCheckout(): string {
  const folder = temporaryFolder("checkout");
  mkdirSync(join(folder, "server", "boot"), { recursive: true });
  for (const file of ["start.mjs", "bootstrap.mjs"])
    cpSync(join(BOOT_FOLDER, file), join(folder, "server", "boot", file));
  writeFileSync(join(folder, "server", "main.ts"), `console.log(${JSON.stringify(STARTED_TEXT)});\n`);
  writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ packages: LOCKED_PACKAGES }));
  // This npm installs without a registry.
  mkdirSync(join(folder, "bin"));
  writeFileSync(join(folder, "bin", "install.cjs"), INSTALL_SCRIPT);
  writeFileSync(join(folder, "bin", "npm"), `#!/bin/sh\nexec "${process.execPath}" bin/install.cjs\n`);
  chmodSync(join(folder, "bin", "npm"), 0o755);
  return folder;
}

function collect(child: ChildProcess) {
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk) => {
      text += chunk;
    });
  atEnd("a process of a checkout", () => child.kill("SIGKILL"));
  return { child, text: () => text };
}

/**
 * Starts an npm in `cwd`, and returns once it has removed the packages there.
 * @param title its process title; without one, its command line is that of Node with the path of npm and its arguments
 */
async function startNpm(cwd: string, { title = "", args = [] as string[] } = {}) {
  mkdirSync(join(cwd, "lib"));
  writeFileSync(join(cwd, "lib", "npm"), NPM_SCRIPT);
  const env = { ...process.env, TITLE: title };
  const npm = collect(spawn(process.execPath, [join(cwd, "lib", "npm"), ...args], { cwd, env }));
  await eventually("the npm runs", () => npm.text().includes("installing"));
  return npm;
}

/** Has the packages in a checkout, as an npm that has ended leaves them. */
function addPackages(folder: string): void {
  rmSync(join(folder, "node_modules"), { recursive: true, force: true });
  mkdirSync(join(folder, "node_modules", "node", "bin"), { recursive: true });
  symlinkSync(process.execPath, join(folder, "node_modules", "node", "bin", "node"));
  writeFileSync(
    join(folder, "node_modules", ".package-lock.json"),
    JSON.stringify({ packages: LOCKED_PACKAGES }),
  );
}

function startProduct(folder: string) {
  const path = [join(folder, "bin"), process.env.PATH].join(delimiter);
  const script = join(folder, "server", "boot", "start.mjs");
  const env = { ...process.env, PATH: path };
  return collect(spawn(process.execPath, [script, "runner"], { cwd: folder, env }));
}

const it = suite("npm start beside an npm");

const running = ["npm ci", "npm install", "npm clean-install", "npm add left-pad"].map((title) => ({
  title,
}));
for (const npmProcess of [...running, { args: ["--no-audit", "ci"] }])
  it(`waits for ${JSON.stringify(npmProcess)} and starts when it has ended`, async () => {
    const folder = makeCheckout();
    const npm = await startNpm(folder, npmProcess);
    const product = startProduct(folder);
    await eventually("the wait is announced", () => product.text().includes("Waiting for the npm"));
    assert.not.match(product.text(), STARTED_TEXT);
    npm.child.stdin?.write("go on\n");
    await eventually("the product runs", () => product.text().includes(STARTED_TEXT));
    assert.not.match(product.text(), "Installing");
  });

it("installs the packages itself when the npm is killed in between", async () => {
  const folder = makeCheckout();
  const npm = await startNpm(folder, { title: "npm ci" });
  const product = startProduct(folder);
  await eventually("the wait is announced", () => product.text().includes("Waiting for the npm"));
  npm.child.kill("SIGKILL");
  await eventually("the product runs", () => product.text().includes(STARTED_TEXT));
  assert.match(product.text(), "Installing the dependencies");
});

it("waits for no npm of another folder, nor for one that runs a script here", async () => {
  const folder = makeCheckout();
  await startNpm(temporaryFolder("other-checkout"), { title: "npm ci" });
  await startNpm(folder, { title: "npm run ci" });
  addPackages(folder);
  const product = startProduct(folder);
  await eventually("the product runs", () => product.text().includes(STARTED_TEXT));
  assert.not.match(product.text(), "Waiting");
});

it("does not wait for the shell that starts it, though its script names an installing npm", async () => {
  const folder = makeCheckout();
  const script = `bin/npm ci && "$0" server/boot/start.mjs runner; exit $?`;
  const shell = collect(spawn("/bin/sh", ["-c", script, process.execPath], { cwd: folder }));
  await eventually("the product runs", () => shell.text().includes(STARTED_TEXT));
  assert.not.match(shell.text(), "Waiting");
});

it("does not wait for the npm that starts it, as npm install-test does", async () => {
  const folder = makeCheckout();
  addPackages(folder);
  const script = `
process.title = "npm it";
require("node:child_process").spawnSync(process.execPath, ["server/boot/start.mjs", "runner"], { stdio: "inherit" });
`;
  const npm = collect(spawn(process.execPath, ["-e", script], { cwd: folder }));
  await eventually("the product runs", () => npm.text().includes(STARTED_TEXT));
  assert.not.match(npm.text(), "Waiting");
});
