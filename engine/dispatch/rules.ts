/** The rules by which simulations are handed to servers; see the state machine in attempts.ts. Times in milliseconds. */
export { LEASE_MS } from "@understudy/shared/worker/worker-protocol.ts";

/** A simulation that servers could not run this many times is tried once more, and no more after that. */
export const INFRASTRUCTURE_RETRIES = 3;
/** For so long a simulation goes to other servers than the one that could not run it; then that one may try again. */
export const HELD_BACK_MS = 30_000;
