/**
 * What the connected servers' sockets call. Simulations and their leases are kept in MongoDB: any process may die at any time, and
 * a server's reports count whichever process receives them.
 */
import type { Attempt } from "@understudy/shared/worker-protocol.ts";
import type { ConnectedServer } from "./connected-server.ts";
import type { OutcomeQueue } from "./outcome-queue.ts";
import type { Failure, Result } from "./outcomes.ts";

export type { ConnectedServer } from "./connected-server.ts";
export { type LeasedSimulation, leaseSimulations } from "./lease-simulations.ts";
export { reconcileLeases, renewLeases } from "./renew-leases.ts";

type Needed = { readonly outcomes: OutcomeQueue };

/** Resolves once the outputs are stored, or ignored because they came too late or again: they need not be sent any more. */
export const storeResult = ({ outcomes }: Needed, server: ConnectedServer, result: Result): Promise<void> =>
  outcomes.add({ type: "result", server, ...result });

/** The same for a failure. After a failure of the infrastructure other servers get the simulation, at most three times. */
export const storeFailure = (
  { outcomes }: Needed,
  server: ConnectedServer,
  failure: Failure,
): Promise<void> => outcomes.add({ type: "failure", server, ...failure });

/** Simulations that the server gives back: others may have them, and it counts as no failure. */
export async function giveBack(
  { outcomes }: Needed,
  server: ConnectedServer,
  given: readonly Attempt[],
): Promise<void> {
  await Promise.all(
    given.map(({ simulation, attempt }) => outcomes.add({ type: "given-back", server, simulation, attempt })),
  );
}
