/** How it is known that a web process still makes an export: it renews a lease while it does. */
import type { EmulatorExportRecord } from "../models/emulator-export.ts";

export const LEASE_MS = 15_000;
/** Cancelling reaches a process with its next renewal. */
export const RENEWAL_MS = 1_000;

/** The states of an export that a process makes, or is about to make. */
export const BEING_MADE = ["queued", "running"] as const;

/** The lease of an export that its process has given up. */
export const ABANDONED_LEASE = new Date(0);

export const leaseFromNow = (): Date => new Date(Date.now() + LEASE_MS);

/** Whether nobody makes it any more, though it was never ended. */
export const isAbandoned = ({
  state,
  lease_until,
}: Pick<EmulatorExportRecord, "state" | "lease_until">): boolean =>
  (state === "queued" || state === "running") && lease_until.getTime() < Date.now();
