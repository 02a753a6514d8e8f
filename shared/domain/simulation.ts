import { z } from "zod";

/**
 * One run of a spec's model with one set of values, and the states it passes through.
 *
 * ```
 *                       leased                     succeeded
 *  Pending Running ----------------> Running ----------------> Complete
 *   ^  ^  ^                           |  |  \
 *   |  |  |   given-back,             |  |   \ model-failed, or infrastructure-failed once too often
 *   |  |  |   infrastructure-failed   |  |    \
 *   |  |  +---------------------------+  |     +-------------> Running Failed --retried--> Pending Running
 *   |  |                                 | stopped
 *   |  +-----------resumed------- Interrupted
 *   |
 *  Pending Verification --leased--> Verifying     the same arrows, for a result that an emulator predicted
 * ```
 * Every simulation that is not over takes the result, or the model's failure, of any attempt that it was ever leased for:
 * a server that was taken for lost may have finished after all. The first one counts; what comes later changes nothing.
 */
export const simulationStatus = z.enum([
  "Pending Running",
  "Running",
  "Complete",
  "Running Failed",
  "Interrupted",
  "Pending Verification",
  "Verifying",
]);
export type SimulationStatus = z.infer<typeof simulationStatus>;

/** Simulations with these statuses wait for a server. */
export const PENDING_STATUSES = [
  "Pending Running",
  "Pending Verification",
] as const satisfies readonly SimulationStatus[];
/** A server has the simulations with these statuses. */
export const LEASED_STATUSES = ["Running", "Verifying"] as const satisfies readonly SimulationStatus[];
/** The result of simulations with these statuses still counts. */
export const OPEN_STATUSES = [
  ...PENDING_STATUSES,
  ...LEASED_STATUSES,
  "Interrupted",
] as const satisfies readonly SimulationStatus[];

/** An event changes the status of a simulation. */
export const simulationEvent = z.enum([
  "leased", // a server got it
  "succeeded", // a server sent its outputs
  "model-failed", // it ran and failed: it would fail elsewhere, too
  "infrastructure-failed", // the server that has it could not run it, or is lost
  "given-back", // the server that has it gave it up before it was over
  "stopped", // its job was paused or failed
  "resumed", // its job goes on
  "retried", // its job, which had failed, is tried again
]);
export type SimulationEvent = z.infer<typeof simulationEvent>;

/** Transitions depend on these facts besides the status. */
export type SimulationFacts = {
  /** An emulator predicted its outputs: the run is to confirm them. */
  readonly verifies: boolean;
  /** Servers have failed to run it as often as is allowed. */
  readonly outOfAttempts: boolean;
};

type Target = SimulationStatus | ((facts: SimulationFacts) => SimulationStatus);

const pending = ({ verifies }: SimulationFacts): SimulationStatus =>
  verifies ? "Pending Verification" : "Pending Running";
const elsewhere = (facts: SimulationFacts): SimulationStatus =>
  facts.outOfAttempts ? "Running Failed" : pending(facts);

const WAITING_TRANSITIONS = { succeeded: "Complete", "model-failed": "Running Failed" } as const;
const LEASED_TRANSITIONS = {
  succeeded: "Complete",
  "model-failed": "Running Failed",
  "infrastructure-failed": elsewhere,
  "given-back": pending,
  stopped: "Interrupted",
} as const;

/** The one table of arrows. What a status does not list changes nothing there. */
export const SIMULATION_TRANSITIONS: Readonly<
  Record<SimulationStatus, Readonly<Partial<Record<SimulationEvent, Target>>>>
> = {
  "Pending Running": { ...WAITING_TRANSITIONS, leased: "Running" },
  "Pending Verification": { ...WAITING_TRANSITIONS, leased: "Verifying" },
  Running: LEASED_TRANSITIONS,
  Verifying: LEASED_TRANSITIONS,
  // An end that the platform asked for is not a failure of the model.
  Interrupted: { succeeded: "Complete", resumed: pending },
  Complete: {},
  "Running Failed": { retried: pending },
};

/** The status that `event` leads to, or null where it changes nothing. */
export function nextSimulationStatus(
  status: SimulationStatus,
  event: SimulationEvent,
  facts: SimulationFacts,
): SimulationStatus | null {
  const target = SIMULATION_TRANSITIONS[status][event];
  if (target === undefined) return null;
  return typeof target === "function" ? target(facts) : target;
}

/**
 * The origin of a simulation: it was placed by the design, where an emulator was least certain, or by "Resume
 * training"; or it was chosen by a search, which on an emulator predicts it.
 */
export const simulationOrigin = z.enum(["design", "active", "resume", "search"]);
export type SimulationOrigin = z.infer<typeof simulationOrigin>;

/** The value of one variable in one simulation; a list for a Vector. */
export const simulationValue = z.union([z.number(), z.string(), z.array(z.number())]);
export type SimulationValue = z.infer<typeof simulationValue>;
/** The values of one simulation's variables, by name. */
export const simulationInputs = z.record(z.string(), simulationValue);
export type SimulationInputs = z.infer<typeof simulationInputs>;
/** A number, or a curve on its coordinate's grid, by output. An output without a value is absent, see `undefinedOutputs`. */
export const simulationOutputs = z.record(z.string(), z.union([z.number(), z.array(z.number())]));
export type SimulationOutputs = z.infer<typeof simulationOutputs>;
/** A longer reason is cut. */
export const MAX_UNDEFINED_REASON_CHARACTERS = 300;
/** Why an output has no value, by output, as sentences. A simulation none of whose outputs has a value has failed. */
export const undefinedOutputs = z.record(z.string(), z.string().max(MAX_UNDEFINED_REASON_CHARACTERS));
export type UndefinedOutputs = z.infer<typeof undefinedOutputs>;
