import { MESSAGES } from "@understudy/shared/messages.ts";
import type { User } from "../../models/user.ts";
import type { Platform } from "../../platform.ts";
import { notFound } from "../../problem.ts";
import { setCreator } from "./job-owners.ts";

/** Changes one's own name, wherever it stands. @throws Problem 404 when the person was deleted meanwhile */
export async function renameUser(platform: Platform, userId: number, name: string): Promise<User> {
  const user = await platform.store.users.update({ _id: userId }, { name });
  if (user === null) throw notFound(MESSAGES.userNotFound);
  platform.publish.renamed(userId);
  await setCreator(platform, userId, { id: userId, name });
  return user;
}
