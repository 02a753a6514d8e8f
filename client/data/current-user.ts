import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { call } from "../api/call.ts";
import { jobListChanged } from "./job-lists.ts";
import { liveJob } from "./jobs.ts";
import { single } from "./store.ts";

const user = single<CurrentUser | null>(null);

export const setCurrentUser = user.set;
export const useStoredUser = user.useValue;

/** Inside the app shell, which shows no page before the user is known. */
export function useCurrentUser(): CurrentUser {
  const currentUser = user.useValue();
  if (currentUser === null) throw new Error("The user is known only inside the app shell.");
  return currentUser;
}

/** The user's name or rights changed: what they may see now is read again. A page that fails here is read again by its socket. */
export async function reloadUser(): Promise<void> {
  const user = await call("getUser").catch(() => null);
  if (user === null) return;
  setCurrentUser(user);
  jobListChanged();
  liveJob.refresh();
}
