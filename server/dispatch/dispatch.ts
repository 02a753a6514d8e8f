/**
 * The functions that the sockets of connected servers call. Simulations and leases are stored in MongoDB: any process may end at
 * any time, and any process can receive a server's reports.
 */
import type { Attempt } from "@understudy/shared/worker/worker-simulation.ts";
import type { ConnectedServer } from "./connected-server.ts";
import type { OutcomeQueue } from "./outcome-queue.ts";
import type { Failure, Result } from "./outcomes.ts";

export type { ConnectedServer } from "./connected-server.ts";
export { type LeasedSimulation, leaseSimulations } from "./lease-simulations.ts";
export { reconcileLeases, renewLeases } from "./renew-leases.ts";

type Needed = { readonly outcomes: OutcomeQueue };

/** Resolves once the outputs are stored, or ignored as late or repeated: the server need not send them again. */
export const storeResult = ({ outcomes }: Needed, server: ConnectedServer, result: Result): Promise<void> =>
  outcomes.add({ type: "result", server, ...result });

/** Stores a failure in the same way. A simulation that failed because of its server is leased to others, at most three times. */
export const storeFailure = (
  { outcomes }: Needed,
  server: ConnectedServer,
  failure: Failure,
): Promise<void> => outcomes.add({ type: "failure", server, ...failure });

/** Takes back simulations that a server returns. They are leased to others, and this does not count as a failure. */
export async function giveBack(
  { outcomes }: Needed,
  server: ConnectedServer,
  attempts: readonly Attempt[],
): Promise<void> {
  await Promise.all(
    attempts.map(({ simulation, attempt }) =>
      outcomes.add({ type: "given-back", server, simulation, attempt }),
    ),
  );
}
