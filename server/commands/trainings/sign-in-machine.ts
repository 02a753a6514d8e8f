import type { Hello } from "@understudy/shared/worker/worker-protocol.ts";
import type { LiveRecords } from "../../platform/platform.ts";
import type { SignedIn } from "../resources/resources.ts";

/**
 * Makes the connection the one of a machine that was created for a training. Its key serves one start of one client: the first
 * that uses it. Whatever the client says, its role is Training and its name the machine's.
 * @returns null: another client has used the key, or the machine is being deleted
 */
export async function signInMachine(
  { store, publish }: LiveRecords,
  machineId: number,
  { cores, client_version, platform, instance }: Hello,
  connection_id: string,
): Promise<SignedIn | null> {
  const isOpen = {
    _id: machineId,
    phase: { $ne: "releasing" as const },
    instance: { $in: [null, instance] },
  };
  const machine = await store.machines.update(isOpen, { instance });
  const before = await store.resources.findOne({ _id: machineId });
  if (machine === null || before === null) return null;
  const is = { cores, client_version, platform, instance, connection_id, last_seen: new Date() };
  const resource = await store.resources.update({ _id: machineId }, is);
  if (resource === null) return null;
  publish.resource(resource);
  return { resource, isStartedAnew: before.instance !== instance, replaced: before.connection_id };
}
