/** The place where a job is to be trained: the choice, and what it comes to with the servers that there are now. */
import type { TrainingOptions } from "@understudy/shared/api/job-config.ts";
import type { Resource } from "@understudy/shared/api/resource.ts";
import type { CurrentUser } from "@understudy/shared/api/user.ts";

export type TrainingServer = Pick<Resource, "id" | "name" | "role" | "cores" | "running" | "held_back">;
type ListedServer = Pick<Resource, "role" | "is_own" | "machine">;
export type TrainingLocation = Pick<TrainingOptions, "train_on" | "resource_id">;

export const ON_PLATFORM: TrainingLocation = { train_on: "platform", resource_id: null };

/** Servers that others share run simulations only, and a machine belongs to the training that it was created for. */
export const trainingServers = <Server extends ListedServer>(servers: readonly Server[]): Server[] =>
  servers.filter(({ role, is_own, machine }) => role !== "Simulations" && is_own && machine === null);

/**
 * The available location: a server that is not connected is replaced by another one, and without any by the platform.
 * @param servers Those that train; null while they are being read
 */
export function availableLocation(
  { train_on, resource_id }: TrainingLocation,
  servers: readonly TrainingServer[] | null,
): TrainingLocation {
  if (train_on !== "server" || servers === null) return { train_on, resource_id };
  const usable = servers.filter(({ held_back }) => held_back === null);
  const chosen = usable.find(({ id }) => id === resource_id) ?? usable[0];
  return chosen === undefined ? ON_PLATFORM : { train_on, resource_id: chosen.id };
}

/** The description of a machine that the platform creates for a training. */
export const machineText = ({
  name,
  hourly_cost,
}: NonNullable<CurrentUser["provisioned_machine"]>): string => {
  const cost = hourly_cost === null ? "" : ` It costs ${hourly_cost} an hour.`;
  return `A ${name} that the platform creates for this training and deletes afterwards.${cost}`;
};

/** The description of a server. */
export const serverText = ({ cores, running, held_back }: TrainingServer): string => {
  if (held_back !== null) return held_back;
  const has = `${cores} ${cores === 1 ? "core" : "cores"}`;
  return running === 0 ? `${has}, idle` : `${has}, busy`;
};
