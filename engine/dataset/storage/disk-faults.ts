/** Faults of the disk itself: they are nobody's mistake, and what failed because of one succeeds once it is over. */

export const DISK_FAULT_TEXTS = {
  full: "The disk of the platform is full.",
  unwritable: "The disk of the platform cannot be written.",
  silent: "The disk of the platform does not answer.",
} as const;

/** By the system's code: no space, a quota that is used up, a file system that is read-only, and a device that fails. */
const FAULT_BY_CODE: Readonly<Record<string, keyof typeof DISK_FAULT_TEXTS>> = {
  ENOSPC: "full",
  EDQUOT: "full",
  EROFS: "unwritable",
  EIO: "unwritable",
};

/** @returns a sentence for people; null where the error is no fault of the disk */
export function describeDiskFault(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const fault = FAULT_BY_CODE[code];
  return fault === undefined ? null : DISK_FAULT_TEXTS[fault];
}
