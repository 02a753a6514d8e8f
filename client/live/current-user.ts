import { call } from "../api/call.ts";
import { setCurrentUser } from "../store/current-user.ts";
import { jobListChanged } from "./job-lists.ts";
import { liveJob } from "./jobs.ts";

/** The user's name or rights changed: what they may see now is read again. A page that fails here is read again by its socket. */
export async function reloadUser(): Promise<void> {
  const user = await call("getUser").catch(() => null);
  if (user === null) return;
  setCurrentUser(user);
  jobListChanged();
  for (const id of liveJob.keys()) void liveJob.reload(id);
}
