/** Work whose files cannot be written: it waits for the disk, and ends where the disk has room for everything but it. */
import { describeDiskFault } from "../../dataset/storage/disk-faults.ts";
import type { Claim, Work } from "../contract/claim.ts";
import type { RunnerPorts } from "../contract/ports.ts";
import { DiskFaultError } from "./log-failure.ts";
import { PutBackError } from "./session.ts";

/** Work that fills the disk this often, although there is room for other work each time, needs more than there is. */
const MAX_FAILURES = 3;

type DiskWatch = {
  /** @throws PutBackError while the disk takes no files: whatever is begun then fails again */
  requireDisk(work: Work): Promise<void>;
  /**
   * Settles what ended the work.
   * @throws the error itself, which puts the work back, unless the disk is at fault and the work has failed for good
   */
  settle(claim: Claim, error: unknown): Promise<void>;
  /** The work has ended otherwise. */
  forget(work: Work): void;
};

export function createDiskWatch(ports: Pick<RunnerPorts, "checkDisk" | "transition">): DiskWatch {
  const failures = new Map<string, number>();
  const toKey = ({ jobId, ticket }: Work) => `${jobId}-${ticket}`;
  return {
    requireDisk: async (work) => {
      const fault = await ports.checkDisk(work);
      if (fault !== null) throw new PutBackError(fault);
    },
    settle: async (claim, error) => {
      const text = error instanceof DiskFaultError ? error.message : describeDiskFault(error);
      if (text === null || (await ports.checkDisk(claim)) !== null) throw error;
      const key = toKey(claim);
      const count = (failures.get(key) ?? 0) + 1;
      failures.set(key, count);
      if (count < MAX_FAILURES) throw error;
      failures.delete(key);
      await ports.transition(claim, { trigger: "failed", error: text, validationErrors: null });
    },
    forget: (work) => {
      failures.delete(toKey(work));
    },
  };
}
