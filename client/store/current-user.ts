import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { single } from "./keyed.ts";

const user = single<CurrentUser | null>(null);

export const setCurrentUser = user.set;
export const useStoredUser = user.useValue;

/** Inside the app shell, which shows no page before the user is known. */
export function useCurrentUser(): CurrentUser {
  const currentUser = user.useValue();
  if (currentUser === null) throw new Error("The user is known only inside the app shell.");
  return currentUser;
}
