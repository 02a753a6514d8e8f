/** The system says whether files can be stored; nothing is written to find out. */
import { access, constants, statfs } from "node:fs/promises";
import { DISK_FAULT_TEXTS, describeDiskFault } from "@understudy/engine/dataset/storage/disk-faults.ts";
import type { Storage } from "./storage.ts";

/**
 * The disk is full with less than this. A training writes some megabytes at a time; with a smaller value jobs are begun that the disk
 * stops a moment later. Uploads are refused long before (see space.ts).
 */
const MIN_FREE_BYTES = 16 * 1024 ** 2;

/**
 * A network file system whose server is away answers never. Larger values delay health checks by as much; smaller ones take a disk that is
 * busy for one that hangs.
 */
const ANSWERED_WITHIN_MS = 3_000;

type DiskFolders = Pick<Storage, "staging" | "dataDir">;
type Probe = (folders: DiskFolders) => Promise<string | null>;

async function probeDisk({ staging, dataDir }: DiskFolders): Promise<string | null> {
  try {
    await access(staging, constants.W_OK);
    const { bavail, bsize, files, ffree } = await statfs(dataDir);
    // File systems that make room for entries as they are needed count none.
    const hasEntries = files === 0 || ffree > 0;
    return bavail * bsize >= MIN_FREE_BYTES && hasEntries ? null : DISK_FAULT_TEXTS.full;
  } catch (error) {
    return describeDiskFault(error) ?? DISK_FAULT_TEXTS.unwritable;
  }
}

/** The probe of each `dataDir` that has no answer yet. Each of them keeps a thread busy, and this process has four for all its files. */
const pendingProbes = new Map<string, Promise<string | null>>();

/** @returns why nothing can be stored, a sentence; null: files can be written */
export async function findDiskFault(
  { staging, dataDir }: DiskFolders,
  probe: Probe = probeDisk,
  deadline = AbortSignal.timeout(ANSWERED_WITHIN_MS),
): Promise<string | null> {
  const pending =
    pendingProbes.get(dataDir) ??
    probe({ staging, dataDir }).finally(() => void pendingProbes.delete(dataDir));
  pendingProbes.set(dataDir, pending);
  const silence = Promise.withResolvers<string>();
  const onDeadline = () => silence.resolve(DISK_FAULT_TEXTS.silent);
  if (deadline.aborted) onDeadline();
  deadline.addEventListener("abort", onDeadline);
  try {
    return await Promise.race([pending, silence.promise]);
  } finally {
    deadline.removeEventListener("abort", onDeadline);
  }
}
