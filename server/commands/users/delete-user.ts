import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { invalid } from "../../core/problem.ts";
import type { User } from "../../models/user.ts";
import type { JobQueueing, Records } from "../../platform/platform.ts";
import { deleteJobs } from "../jobs/change-jobs.ts";
import { deleteSpecs } from "../specs/delete-specs.ts";
import { idsOwned, setCreator } from "./share-job.ts";
import { updateUser } from "./update-user.ts";

/**
 * Deletes a person. They are deactivated first, so that what is interrupted leaves nobody half deleted who can still log in; it can
 * then be asked for again. Jobs that are handed over go on, but not on the servers of the person, which are disconnected.
 * @param newOwnerId who gets the jobs and specs; null: they are deleted, and what is being computed ends
 * @throws Problem 404, 400 for oneself or a new owner who cannot own jobs, 409 when there would be no admin left
 */
export async function deleteUser(
  platform: JobQueueing,
  admin: User,
  userId: number,
  newOwnerId: number | null,
): Promise<void> {
  const { store, publish } = platform;
  if (admin._id === userId) throw invalid({ user_id: [MESSAGES.ownAccount] }, MESSAGES.ownAccount);
  const newOwner = newOwnerId === null ? null : await ownerToBe(platform, userId, newOwnerId);
  await updateUser(platform, admin, userId, { active: false });
  if (newOwner === null) await deleteOwned(platform, userId);
  else {
    await setCreator(platform, userId, { id: newOwner._id, name: newOwner.name });
    // Their open pages watch these jobs as others may: they come back as who may change them.
    publish.endUser(newOwner._id);
  }
  await store.workerKeys.remove({ _id: userId });
  await store.jobFilters.remove({ user_id: userId });
  await store.notifications.remove({ user_id: userId });
  await store.notificationSettings.remove({ _id: userId });
  await store.users.remove({ _id: userId });
  publish.peopleChanged();
}

async function ownerToBe({ store }: Records, userId: number, newOwnerId: number): Promise<User> {
  const owner = await store.users.findOne({
    _id: newOwnerId,
    restricted: false,
    active: { $ne: false },
  });
  if (owner === null || newOwnerId === userId) throw invalid({ new_owner_id: [MESSAGES.newOwnerRequired] });
  return owner;
}

async function deleteOwned(platform: JobQueueing, userId: number): Promise<void> {
  const { jobs, specs } = await idsOwned(platform, userId);
  await deleteJobs(platform, jobs);
  await deleteSpecs(platform, specs);
}
