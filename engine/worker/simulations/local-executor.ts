/** Runs simulations on the client's own machine. */
import type { Executor } from "./executor.ts";
import { type SimulationContext, simulate } from "./simulate.ts";

export const createLocalExecutor = (context: SimulationContext): Executor => ({
  scheduler: null,
  // What an earlier start has left running was ended.
  resume: () => Promise.resolve({ offers: [], neededFiles: new Set() }),
  run: (offer, run) => simulate(offer, context, run),
  close: () => {},
});
