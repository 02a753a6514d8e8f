/**
 * Debian packages without root: an apt of our own, with its own lists and cache, that reads from the mirrors which the
 * machine's apt already uses. The machine's apt state (which may be empty or months old) is neither read nor written.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runCommand } from "./command.ts";

export type Source = { mirror: string; suite: string; components: string };
export type Apt = {
  /** Every package that the given ones need, themselves included; those of another architecture as `name:arch`. */
  closure: (packages: string[]) => Promise<string[]>;
  /** Downloads packages and unpacks them into `folder`, or only one file of them: some are huge. */
  unpack: (packages: string[], folder: string, onlyFile?: string) => Promise<void>;
};

const UNPACK_ONE = 'dpkg-deb --fsys-tarfile "$1" | tar x -C "$2" "$3"';

/** @throws Error on a machine without /etc/os-release. */
export function osRelease(): { id: string; codename: string } {
  const text = readFileSync("/etc/os-release", "utf8");
  const field = (name: string) => new RegExp(`^${name}="?([^"\\n]*)"?$`, "m").exec(text)?.[1] ?? "";
  return { id: field("ID"), codename: field("VERSION_CODENAME") };
}

/** The distribution's own mirrors in the machine's apt configuration, whatever its format; third parties are left out. */
export async function machineSources(workspace: string): Promise<Source[]> {
  const { id, codename } = osRelease();
  const state = join(workspace, "no-lists");
  mkdirSync(join(state, "lists", "partial"), { recursive: true });
  // With empty lists, apt prints where it would fetch each suite's InRelease file: <mirror>/dists/<suite>/InRelease.
  const uris = await runCommand("apt-get", ["update", "--print-uris", "-o", `Dir::State=${state}`]);
  const matches = [...uris.matchAll(/^'(\S+?)\/?\/dists\/([^/'\s]+)\/InRelease'/gm)];
  return matches
    .map(([, mirror = "", suite = ""]) => ({
      mirror,
      suite,
      components: id === "ubuntu" ? "main universe" : "main",
    }))
    .filter(({ suite }) => [codename, `${codename}-updates`, `${codename}-security`].includes(suite));
}

function configure(workspace: string, sources: Source[], architectures: string[]): string {
  for (const folder of ["state/lists/partial", "cache/archives/partial"]) {
    mkdirSync(join(workspace, folder), { recursive: true });
  }
  const keyring = `/usr/share/keyrings/${osRelease().id}-archive-keyring.gpg`;
  const options = `[${existsSync(keyring) ? `signed-by=${keyring} ` : ""}arch=${architectures.join(",")}]`;
  const list = sources.map(
    ({ mirror, suite, components }) => `deb ${options} ${mirror} ${suite} ${components}\n`,
  );
  writeFileSync(join(workspace, "sources.list"), list.join(""));
  writeFileSync(join(workspace, "status"), "");
  const file = join(workspace, "apt.conf");
  writeFileSync(
    file,
    `Dir::State "${workspace}/state";
Dir::State::status "${workspace}/status";
Dir::Cache "${workspace}/cache";
Dir::Etc::SourceList "${workspace}/sources.list";
Dir::Etc::SourceParts "-";
APT::Architecture "${architectures[0]}";
APT::Architectures {${architectures.map((name) => `"${name}";`).join(" ")}};
APT::Sandbox::User "";
Acquire::Languages "none";
Acquire::Retries "2";
Acquire::http::Timeout "20";
Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled "false";
`,
  );
  return file;
}

/**
 * @param architectures Debian's names; the first is the one that packages without a suffix are of
 * @throws Error when apt or its mirror cannot be used here
 */
export async function openApt(workspace: string, sources: Source[], architectures: string[]): Promise<Apt> {
  if (sources.length === 0) throw new Error("apt is not set up with a mirror of this machine's distribution");
  const file = configure(workspace, sources, architectures);
  await runCommand("apt-get", ["-qq", "-c", file, "update"], { timeoutMs: 180_000 });
  const edges = "recommends suggests conflicts breaks replaces enhances"
    .split(" ")
    .map((edge) => `--no-${edge}`);
  return {
    closure: async (packages) => {
      const tree = await runCommand("apt-cache", ["-c", file, "depends", "--recurse", ...edges, ...packages]);
      return [...new Set(tree.split("\n").filter((line) => /^[a-z0-9]/.test(line)))];
    },
    unpack: async (packages, folder, onlyFile) => {
      const downloads = join(workspace, `debs-${packages[0]?.replace(/\W/g, "-")}`);
      mkdirSync(downloads, { recursive: true });
      mkdirSync(folder, { recursive: true });
      await runCommand("apt-get", ["-qq", "-c", file, "download", ...packages], {
        cwd: downloads,
        timeoutMs: 300_000,
      });
      for (const name of readdirSync(downloads)) {
        const deb = join(downloads, name);
        if (onlyFile === undefined) await runCommand("dpkg-deb", ["-x", deb, folder], { timeoutMs: 120_000 });
        else
          await runCommand("sh", ["-c", UNPACK_ONE, "sh", deb, folder, `./${onlyFile}`], {
            timeoutMs: 120_000,
          });
      }
    },
  };
}
