/**
 * Leases show that a web process still makes an export: it renews the lease meanwhile. All times are the database's.
 */
import type { EmulatorExportRecord } from "../models/emulator-export.ts";

/** A busy web process renews late: with less time another one takes what it makes, with more a crash is noticed late. */
export const LEASE_MS = 30_000;
/** Cancelling reaches a process with its next renewal. */
export const RENEWAL_MS = 1_000;

/** The states of an export that a process makes, or is about to make. */
export const BEING_MADE = ["queued", "running"] as const;

/** The lease of an export that its process has given up of its own accord, or that none has begun yet. */
export const ABANDONED_LEASE = new Date(0);

/** @param now by the database's clock */
export const leaseFrom = (now: Date): Date => new Date(now.getTime() + LEASE_MS);

/**
 * @param now by the database's clock
 * @returns true where nobody makes it any more, though it was never ended. A lease that ends later than any that is renewed now is of before
 *   the clock was set back; a process that is alive has renewed it within a second.
 */
export const isAbandoned = (
  { state, lease_until }: Pick<EmulatorExportRecord, "state" | "lease_until">,
  now: Date,
): boolean =>
  (state === "queued" || state === "running") && (lease_until < now || lease_until > leaseFrom(now));
