/**
 * A disk of the product's own: a file system in memory that only the product's processes see (a mount namespace), so that it is gone with
 * them. It can be made full, or read-only, from outside.
 */
import { execFileSync, spawnSync } from "node:child_process";
import { statfsSync } from "node:fs";
import { eventually } from "../waiting.ts";

/** Takes memory only for what is stored. */
const SIZE_BYTES = 4 * 1024 ** 3;
const MOUNT_SCRIPT = `mount -t tmpfs -o size=${SIZE_BYTES},mode=0700 none "$0" && exec "$@"`;

/** A command line before a program, that gives it and its children a disk of their own in this folder. */
export const withOwnDisk = (folder: string): string[] => ["unshare", "-rm", "sh", "-c", MOUNT_SCRIPT, folder];

/** Some systems let nobody mount a file system, as containers without rights. */
export const canHaveOwnDisk = (folder: string): boolean => {
  const [command = "", ...args] = withOwnDisk(folder);
  return spawnSync(command, [...args, "true"]).status === 0;
};

export class OwnDisk {
  readonly #folder: string;
  readonly #pid: number;

  /** @param pid a process that was started `withOwnDisk` */
  constructor(folder: string, pid: number) {
    this.#folder = folder;
    this.#pid = pid;
  }

  /** Leaves no room for anything. */
  async fill(): Promise<void> {
    await eventually("the disk is full", () => {
      const { blocks, bfree, bsize } = statfsSync(`/proc/${this.#pid}/root${this.#folder}`);
      return this.#tryRemount(`size=${(blocks - bfree) * bsize}`);
    });
  }

  /** While a file is open to be written this is refused, and tried again. */
  async makeReadOnly(): Promise<void> {
    await eventually("the disk is read-only", () => this.#tryRemount("ro"));
  }

  restore(): void {
    this.#remount(`rw,size=${SIZE_BYTES}`);
  }

  #tryRemount(options: string): boolean {
    try {
      this.#remount(options);
      return true;
    } catch {
      return false;
    }
  }

  #remount(options: string): void {
    const inside = ["--target", String(this.#pid), "--user", "--mount", "--preserve-credentials"];
    execFileSync("nsenter", [...inside, "mount", "-o", `remount,${options}`, this.#folder], {
      stdio: ["ignore", "ignore", "pipe"],
    });
  }
}
