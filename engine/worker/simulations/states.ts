/**
 * The states of one simulation on this server:
 *
 * ```
 *              started          over              acknowledged
 *  preparing ----------> running ----> reporting --------------> gone
 *     |   \                 | |            ^
 *     |    +------ over ----|-|------------+
 *     |                     | |
 *     +---- unwanted -------+ |   its job was stopped, or the lease is lost
 *     |                     v v
 *     |                  dropping --ended--> gone
 *     +-- given-back ----> returning --ended--> returned --acknowledged--> gone
 * ```
 * A report is sent until it is acknowledged, whatever becomes of the lease: the platform takes the first valid result.
 */
export type Phase = "preparing" | "running" | "reporting" | "dropping" | "returning" | "returned" | "gone";

export type SimulationEvent =
  /** Its command runs. */
  | "started"
  /** There is something to report: a result or a failure. */
  | "over"
  /** The platform has stored what it was told, or wants to hear nothing. */
  | "acknowledged"
  /** Nobody waits for it any more. */
  | "unwanted"
  /** This client leaves: somebody else shall have it. */
  | "given-back"
  /** It was aborted, and nothing of it is left. */
  | "ended";

/** Every event in every state. What changes nothing leads to where it is. */
export const TRANSITIONS: Readonly<Record<Phase, Readonly<Record<SimulationEvent, Phase>>>> = {
  preparing: {
    started: "running",
    over: "reporting",
    acknowledged: "dropping",
    unwanted: "dropping",
    "given-back": "returning",
    ended: "gone",
  },
  running: {
    started: "running",
    over: "reporting",
    acknowledged: "dropping",
    unwanted: "dropping",
    "given-back": "returning",
    ended: "gone",
  },
  reporting: {
    started: "reporting",
    over: "reporting",
    acknowledged: "gone",
    unwanted: "reporting",
    "given-back": "reporting",
    ended: "reporting",
  },
  dropping: {
    started: "dropping",
    // It finished in the moment in which it was to be ended: a result is a result.
    over: "reporting",
    acknowledged: "dropping",
    unwanted: "dropping",
    "given-back": "dropping",
    ended: "gone",
  },
  returning: {
    started: "returning",
    over: "reporting",
    acknowledged: "dropping",
    unwanted: "dropping",
    "given-back": "returning",
    ended: "returned",
  },
  // Nothing of it runs any more; the platform is to know that others may have it.
  returned: {
    started: "returned",
    over: "returned",
    acknowledged: "gone",
    unwanted: "gone",
    "given-back": "returned",
    ended: "returned",
  },
  gone: {
    started: "gone",
    over: "gone",
    acknowledged: "gone",
    unwanted: "gone",
    "given-back": "gone",
    ended: "gone",
  },
};

/** Those that take a slot: what only has to be told takes none. */
export const BUSY: readonly Phase[] = ["preparing", "running", "dropping", "returning"];
/** Those that only have to be told. */
export const TELLING: readonly Phase[] = ["reporting", "returned"];
/** Those of which the platform hears in every heartbeat. */
export const LIVING: readonly Phase[] = ["preparing", "running", "reporting"];
