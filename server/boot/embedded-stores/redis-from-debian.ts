/** Debian's or Ubuntu's own Redis, unpacked into the cache: no root, nothing installed. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { machineSources, openApt, osRelease } from "./apt.ts";
import { cached } from "./cache.ts";
import { runCommand } from "./command.ts";
import { type Candidate, identify } from "./engine.ts";

/** The libraries that redis-server links or that those link; what every machine has (libc, libgcc) stays the machine's. */
const BUNDLED_LIBRARIES =
  /^(libatomic|libjemalloc|liblzf|libssl|libsystemd|liblua|lua-|libhiredis|liblz4|liblzma|libzstd|libgcrypt|libgpg-error|libcap2)/;

async function install(folder: string): Promise<void> {
  const workspace = mkdtempSync(join(folder, "apt-"));
  const architecture = (await runCommand("dpkg", ["--print-architecture"])).trim();
  const apt = await openApt(workspace, await machineSources(workspace), [architecture]);
  const needed = await apt.closure(["redis-server"]);
  const packages = ["redis-server", "redis-tools", ...needed.filter((name) => BUNDLED_LIBRARIES.test(name))];
  await apt.unpack(packages, join(folder, "root"));
  rmSync(workspace, { recursive: true });
}

export function redisFromDebian(enginesDir: string, progress: (line: string) => void): Candidate {
  return {
    name: "redis-server from the distribution's packages, without root",
    find: async () => {
      if (!existsSync("/usr/bin/apt-get") || !existsSync("/usr/bin/dpkg-deb"))
        return "this machine has no apt";
      const folder = await cached(
        enginesDir,
        `redis-${osRelease().codename}-${process.arch}`,
        (workspace) => {
          progress("Fetching Redis (2 MB, once on this machine)");
          return install(workspace);
        },
      );
      const root = join(folder, "root");
      const libraries = ["usr/lib", "lib"]
        .filter((name) => existsSync(join(root, name)))
        .flatMap((name) => readdirSync(join(root, name)).map((entry) => join(root, name, entry)))
        .filter((path) => path.includes("-linux-gnu"));
      const program = {
        command: join(root, "usr/bin/redis-server"),
        args: [],
        env: { LD_LIBRARY_PATH: libraries.join(":") },
      };
      return identify(program, "from the distribution's packages");
    },
  };
}
