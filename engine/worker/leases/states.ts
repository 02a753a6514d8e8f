/**
 * The phases of one simulation or training on this server:
 *
 * ```
 *              started        completed           acknowledged
 *  preparing ----------> running ----> reporting --------------> gone
 *     |   \                 | |            ^
 *     |    +-- completed ---|-|------------+
 *     |                     | |
 *     +----- revoked -------+ |   its job was stopped, or the lease is lost
 *     |                     v v
 *     |                  dropping --aborted--> gone
 *     +-- given-back ----> returning --aborted--> returned --acknowledged--> gone
 * ```
 * A report is sent until it is acknowledged, whatever becomes of the lease: the platform takes the first valid result.
 */
export type Phase = "preparing" | "running" | "reporting" | "dropping" | "returning" | "returned" | "gone";

export type WorkEvent =
  /** The command or the training has begun. */
  | "started"
  /** There is something to report: a result or a failure. */
  | "completed"
  /** The platform has stored the report, or does not need it. */
  | "acknowledged"
  /** The platform does not want this attempt any more. */
  | "revoked"
  /** This client leaves: another server may have it. */
  | "given-back"
  /** It was aborted, and nothing of it runs any more. */
  | "aborted";

/** Every event in every phase. One that changes nothing leads to the same phase. */
export const TRANSITIONS: Readonly<Record<Phase, Readonly<Record<WorkEvent, Phase>>>> = {
  preparing: {
    started: "running",
    completed: "reporting",
    acknowledged: "dropping",
    revoked: "dropping",
    "given-back": "returning",
    aborted: "gone",
  },
  running: {
    started: "running",
    completed: "reporting",
    acknowledged: "dropping",
    revoked: "dropping",
    "given-back": "returning",
    aborted: "gone",
  },
  reporting: {
    started: "reporting",
    completed: "reporting",
    acknowledged: "gone",
    revoked: "reporting",
    "given-back": "reporting",
    aborted: "reporting",
  },
  dropping: {
    started: "dropping",
    // It finished while it was being aborted: its result counts.
    completed: "reporting",
    acknowledged: "dropping",
    revoked: "dropping",
    "given-back": "dropping",
    aborted: "gone",
  },
  returning: {
    started: "returning",
    completed: "reporting",
    acknowledged: "dropping",
    revoked: "dropping",
    "given-back": "returning",
    aborted: "returned",
  },
  // Nothing of it runs any more; the platform has not acknowledged yet that other servers may have it.
  returned: {
    started: "returned",
    completed: "returned",
    acknowledged: "gone",
    revoked: "gone",
    "given-back": "returned",
    aborted: "returned",
  },
  gone: {
    started: "gone",
    completed: "gone",
    acknowledged: "gone",
    revoked: "gone",
    "given-back": "gone",
    aborted: "gone",
  },
};

/** Phases that take a slot: a report takes none. */
export const BUSY: readonly Phase[] = ["preparing", "running", "dropping", "returning"];
/** Phases in which only the platform's acknowledgement is missing. */
export const UNACKNOWLEDGED: readonly Phase[] = ["reporting", "returned"];
/** Phases in which heartbeats renew the lease of a simulation. */
export const RENEWED: readonly Phase[] = ["preparing", "running", "reporting"];
