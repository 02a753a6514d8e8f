/** The platform needs this much of a provider of machines. A machine is known by its name from before it exists until it is gone. */
import type { MachinePlace } from "../models/machine.ts";

export type MachineOrder = {
  /** Unique among all machines of all installations; lower-case letters, digits and hyphens. */
  readonly name: string;
  readonly jobId: number;
  /** The address of the platform, to which the worker client connects. */
  readonly serverUrl: string;
  /** The worker client's key, which one start of one client can use. */
  readonly key: string;
};

/** `ended`: it exists and will not work any more. `unknown`: the provider could not say, this time; the problem is why. */
export type MachineState =
  | { readonly kind: "absent" | "creating" | "running" | "ended" }
  | { readonly kind: "failed" | "unknown"; readonly problem: ProvisionProblem };

export type ProvisionProblem = {
  readonly kind: "quota" | "capacity" | "sign-in" | "other";
  /** The provider's own words; empty where it has none. */
  readonly detail: string;
};

/** A machine could not be created or deleted. */
export class ProvisionError extends Error {
  override readonly name = "ProvisionError";
  readonly problem: ProvisionProblem;
  /** The request was cut off, so that the provider may carry it out all the same. */
  readonly mayTakeEffect: boolean;
  constructor(
    problem: ProvisionProblem,
    { mayTakeEffect = false, ...options }: ErrorOptions & { readonly mayTakeEffect?: boolean } = {},
  ) {
    super(`${problem.kind}: ${problem.detail}`, options);
    this.problem = problem;
    this.mayTakeEffect = mayTakeEffect;
  }
}

export interface MachineProvider {
  /** The place of all machines that it creates; a machine of another place is not known to it, whether it exists or not. */
  readonly place: MachinePlace;
  /** The longest time that a start may take effect after it was begun, even when the process that began it is killed. */
  readonly startLimitMs: number;
  /**
   * Creates the machine, which runs the worker client. Resolves once it exists.
   * @throws ProvisionError, and the signal's reason when it is aborted
   */
  start(order: MachineOrder, signal: AbortSignal): Promise<void>;
  /** Asks what has become of it. Never throws: unknown when the signal is aborted. */
  state(name: string, signal?: AbortSignal): Promise<MachineState>;
  /** Deletes the machine, or what there is of it. Succeeds where there is none. @throws Error, as when the signal is aborted */
  stop(name: string, signal?: AbortSignal): Promise<void>;
  /** The names of all machines of this installation that exist; null: the provider keeps no list. @throws Error as `stop` */
  list(signal?: AbortSignal): Promise<string[] | null>;
}
