/** What a worker client reports to the program that started it, and what a test replaces of its environment. */
import type { ConnectionHooks } from "./connection/connection.ts";
import type { ConnectionState } from "./connection/states.ts";
import type { SimulationHooks } from "./simulations/runner.ts";
import type { TrainingHooks } from "./trainings/runner.ts";

export type ClientStatus = {
  readonly connection: ConnectionState;
  /** Numbers of simulations and of trainings. */
  readonly running: number;
  readonly training: number;
  /** Reports that the platform has not acknowledged. */
  readonly unacknowledged: number;
  readonly isLeaving: boolean;
};

export type ClientHooks = {
  readonly onConnection: ConnectionHooks["onState"];
  readonly onWelcome: (resourceId: number) => void;
  readonly onOutcome: SimulationHooks["onOutcome"];
  readonly onProblem: SimulationHooks["onProblem"];
  readonly onTrainingMessage: TrainingHooks["onMessage"];
  readonly onChange: (status: ClientStatus) => void;
};

/** The clock, the random numbers and the disk of a client; tests bring their own. */
export type Environment = {
  readonly now: () => number;
  readonly random: () => number;
  readonly freeBytes: (folder: string) => () => Promise<number>;
};

/** How a client ended: it left, or the platform refused it for a reason. */
export type ClientEnd = { readonly how: "left" } | { readonly how: "refused"; readonly reason: string };
