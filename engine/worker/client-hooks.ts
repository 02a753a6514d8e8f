/** What a worker client tells whoever started it, and what a test replaces of the world around it. */
import type { ConnectionHooks, ConnectionState } from "./connection/connection.ts";
import type { Ending } from "./simulations/runner.ts";
import type { TrainingsHooks } from "./trainings/trainings.ts";

export type ClientStatus = {
  readonly connection: ConnectionState;
  /** Simulations, and trainings. */
  readonly running: number;
  readonly training: number;
  /** Of so many the platform has not acknowledged what it was told. */
  readonly telling: number;
  readonly leaving: boolean;
};

export type ClientHooks = {
  readonly onConnection: ConnectionHooks["onState"];
  readonly onWelcome: (resourceId: number) => void;
  readonly onEnding: (ending: Ending) => void;
  readonly onTrouble: (text: string) => void;
  /** Of a training. */
  readonly onNews: TrainingsHooks["onNews"];
  readonly onChange: (status: ClientStatus) => void;
};

/** What a test replaces. */
export type Environment = {
  readonly now: () => number;
  readonly random: () => number;
  readonly freeBytes: (folder: string) => () => Promise<number>;
};
/** How it ended. `refused`: the platform said why. */
export type Left = { readonly how: "left" } | { readonly how: "refused"; readonly reason: string };
