/**
 * What every npm script of the product begins with, in plain JavaScript that any Node from 18 on runs without anything
 * installed: the dependencies are there, Node 24 is there, and the script goes on under Node 24.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
/** Not the link in node_modules/.bin, which npm leaves out when install scripts did not run. */
const NODE = join(ROOT, "node_modules", "node", "bin", "node");
const NODE_MAJOR = 24;
const MAX_INSTALL_MS = 30 * 60 * 1000;

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

/** @param {string} file @returns {any} null when it is not there or not JSON */
function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}

/** Runs a program to its end; its output is shown only when it fails. @param {string} command @param {string[]} args @param {string} cwd */
function quietly(command, args, cwd) {
  const done = spawnSync(command, args, { cwd, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
  if (done.status === 0) return done.stdout;
  throw new Error(`${command} ${args.join(" ")} failed:\n${done.stdout ?? ""}${done.stderr ?? done.error}`);
}

/** @param {number} ms */
const pause = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

/** One copy of this checkout at a time does what must not be done twice. @param {() => void} work */
function alone(work) {
  const lock = join(
    tmpdir(),
    `understudy-${createHash("sha256").update(ROOT).digest("hex").slice(0, 16)}.lock`,
  );
  for (;;) {
    try {
      writeFileSync(lock, String(process.pid), { flag: "wx" });
      break;
    } catch {
      if (isAbandoned(lock)) rmSync(lock, { force: true });
      else pause(200);
    }
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Its holder is dead, or it is older than any install can take. @param {string} lock */
function isAbandoned(lock) {
  try {
    if (Date.now() - statSync(lock).mtimeMs > MAX_INSTALL_MS) return true;
    const holder = Number(readFileSync(lock, "utf8"));
    if (holder > 0) process.kill(holder, 0);
    return false;
  } catch (error) {
    return error.code === "ESRCH";
  }
}

/** Whether node_modules holds what package-lock.json asks for, going by the note npm keeps of what it installed. */
function isInstalled() {
  const wanted = readJson(join(ROOT, "package-lock.json"))?.packages;
  const present = readJson(join(ROOT, "node_modules", ".package-lock.json"))?.packages;
  if (!wanted) throw new Error("package-lock.json is missing or damaged: is this a whole checkout?");
  if (!present) return false;
  return Object.entries(wanted).every(([path, { version, link, optional, devOptional }]) => {
    if (!path.startsWith("node_modules/") && !path.includes("/node_modules/")) return true;
    if (link) return existsSync(join(ROOT, path));
    // Packages for other platforms are left out by npm.
    if (!present[path]) return Boolean(optional || devOptional);
    return present[path].version === version;
  });
}

/** @param {string} command */
function isNode24(command) {
  const said = spawnSync(command, ["--version"], { encoding: "utf8" });
  return said.status === 0 && Number(said.stdout.slice(1).split(".")[0]) >= NODE_MAJOR;
}

/**
 * Puts Node 24 where the npm package `node` would have put it. Its own install script does the same, but newer npm may
 * refuse to run it and some machines forbid install scripts altogether.
 */
function fetchNode() {
  const version = readJson(join(ROOT, "node_modules", "node", "package.json"))?.version;
  if (!version) throw new Error("node_modules/node is missing: run npm ci.");
  const platform = process.platform === "win32" ? "win" : process.platform;
  const workspace = mkdtempSync(join(tmpdir(), "understudy-node-"));
  try {
    const packed = quietly(
      "npm",
      ["pack", "--silent", `node-${platform}-${process.arch}@${version}`],
      workspace,
    );
    quietly("tar", ["xzf", packed.trim().split("\n").at(-1), "package/bin"], workspace);
    const target = join(ROOT, "node_modules", "node", "bin");
    mkdirSync(target, { recursive: true });
    copyFileSync(join(workspace, "package", "bin", "node"), join(target, "node"));
    chmodSync(join(target, "node"), 0o755);
  } finally {
    rmSync(workspace, { recursive: true, force: true });
  }
}

/** The commands of npm that change node_modules, by every name that people give them. */
const NPM_COMMANDS = [
  "ci|ic|clean-install|install-clean|cit|install-ci-test|clean-install-test|sit",
  "i|in|ins|inst|insta|instal|install|isntall|add|it|install-test|ln|link|rb|rebuild",
  "u|up|update|upgrade|udpate|un|unlink|uninstall|remove|rm|r|prune|dedupe|ddp|audit fix",
].join("|");
const NPM_INSTALLS = new RegExp(`^npm( -\\S*)* (${NPM_COMMANDS})(?![\\w:-])`);

/**
 * Reads the command of a process that is an npm: its title or, in its first moments, its program and arguments. A shell whose script names
 * npm is none.
 * @param {string} pid @returns {string} "npm ci"; empty for all other processes
 */
function readNpmCommand(pid) {
  const [title, ...words] = readFileSync(join("/proc", pid, "cmdline"), "utf8").split("\0");
  if (title.startsWith("npm ")) return title;
  const [program, ...args] = words.slice(words.findIndex((word) => !word.startsWith("-")));
  return /(^|\/)npm(-cli\.js)?$/.test(program) ? ["npm", ...args].join(" ") : "";
}

/** Lists the processes that wait for this one to end, as the npm of `npm install-test` does. @returns {Set<string>} */
function listAncestors() {
  const ancestors = new Set();
  try {
    for (let pid = String(process.ppid); Number(pid) > 0 && !ancestors.has(pid); ) {
      ancestors.add(pid);
      pid = /^PPid:\s*(\d+)/m.exec(readFileSync(join("/proc", pid, "status"), "utf8"))?.[1] ?? "";
    }
  } catch {
    // It has ended, or belongs to somebody else.
  }
  return ancestors;
}

/** Whether an npm that somebody started installs packages into this checkout now; false where the system does not tell. */
function isNpmInstalling() {
  if (process.platform !== "linux") return false;
  const root = realpathSync(ROOT);
  const ancestors = listAncestors();
  return readdirSync("/proc").some((pid) => {
    if (!/^\d+$/.test(pid) || ancestors.has(pid)) return false;
    try {
      return NPM_INSTALLS.test(readNpmCommand(pid)) && realpathSync(join("/proc", pid, "cwd")) === root;
    } catch {
      // It has ended, or belongs to somebody else.
      return false;
    }
  });
}

function waitForNpm() {
  if (!isNpmInstalling()) return;
  console.log("Waiting for the npm that installs packages here");
  const deadline = Date.now() + MAX_INSTALL_MS;
  while (isNpmInstalling() && Date.now() < deadline) pause(500);
}

function ensureInstalled() {
  waitForNpm();
  if (isInstalled() && isNode24(NODE)) return;
  alone(() => {
    if (!isInstalled()) {
      console.log("Installing the dependencies (about half a minute)");
      quietly("npm", ["ci", "--include=dev", "--no-audit", "--no-fund", "--loglevel=error"], ROOT);
    }
    if (!isNode24(NODE)) {
      console.log("Fetching Node 24 (50 MB)");
      fetchNode();
    }
    if (!isNode24(NODE)) throw new Error(`Node ${NODE_MAJOR} could not be had: ${NODE} does not run.`);
  });
}

/** Everything the built client is made of, as one number. Content, not times: a git checkout changes those. */
function clientFingerprint() {
  const hash = createHash("sha256");
  /** @param {string} path */
  const add = (path) => {
    if (statSync(path).isDirectory()) {
      for (const name of readdirSync(path).sort())
        if (name !== "dist" && name !== "node_modules") add(join(path, name));
    } else {
      hash.update(path.slice(ROOT.length)).update(readFileSync(path));
    }
  };
  for (const part of ["client", "shared", "package-lock.json"]) add(join(ROOT, part));
  return hash.digest("hex");
}

/** Builds the client into client/dist unless what is there was built from these very sources. */
function ensureClientBuilt() {
  const stamp = join(ROOT, "client", "dist", ".fingerprint");
  const isCurrent = () => existsSync(stamp) && readFileSync(stamp, "utf8") === clientFingerprint();
  if (isCurrent()) return;
  alone(() => {
    if (isCurrent()) return;
    console.log("Building the client");
    const fingerprint = clientFingerprint();
    quietly(
      NODE,
      [join(ROOT, "node_modules/vite/bin/vite.js"), "build", "client", "--logLevel", "error"],
      ROOT,
    );
    writeFileSync(stamp, fingerprint);
  });
}

/**
 * Goes on under Node 24 with `script`. Signals reach it, its exit code becomes ours, and should this process be killed,
 * the script sees its channel close.
 * @param {string} script relative to the root @param {string[]} args
 */
function runOnNode24(script, args) {
  const child = spawn(NODE, [join(ROOT, script), ...args], {
    stdio: ["inherit", "inherit", "inherit", "ipc"],
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  // A signal to npm ends npm's shell, which passes nothing on: then the end of the shell is the signal.
  const shell = process.ppid;
  if (process.env.npm_lifecycle_event) {
    setInterval(() => process.ppid !== shell && child.kill("SIGTERM"), 500).unref();
  }
  child.on("error", (error) => stop(error.message));
  child.on("exit", (code) => process.exit(code ?? 1));
}

/** @param {string} script relative to the root @param {{ args?: string[], client?: boolean }} options */
export function bootstrap(script, { args = process.argv.slice(2), client = false } = {}) {
  try {
    ensureInstalled();
    if (client) ensureClientBuilt();
  } catch (error) {
    stop(error.message);
  }
  runOnNode24(script, args);
}
