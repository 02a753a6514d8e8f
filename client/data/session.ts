import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { useEffect, useState } from "react";
import { type ApiFailure, asFailure, isAbort, isTemporary } from "#api/call.ts";
import { call } from "../api/call.ts";
import { applyEvent } from "./apply-event.ts";
import { setCurrentUser, useStoredUser } from "./current-user.ts";
import { connectLive, disconnectLive } from "./socket/socket.ts";

/** A request that failed for a temporary reason is tried again after this time. */
const RETRY_MS = 3_000;

/** Reads who is logged in and, once known, keeps the socket open while the app shell is on the page. */
export function useSession(): { user: CurrentUser | null; failure: ApiFailure | null; retry: () => void } {
  const user = useStoredUser();
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    call("getUser", { signal: controller.signal })
      .then(setCurrentUser)
      .catch((thrown: unknown) => {
        if (isAbort(thrown)) return;
        const failed = asFailure(thrown);
        setFailure(failed);
        // There is no live connection yet that would say when the server can answer.
        if (isTemporary(failed)) timer = setTimeout(() => setAttempt((count) => count + 1), RETRY_MS);
      });
    return () => {
      controller.abort();
      clearTimeout(timer);
    };
  }, [attempt]);

  const retry = () => {
    setFailure(null);
    setAttempt((count) => count + 1);
  };

  const isLoggedIn = user !== null;
  useEffect(() => {
    if (!isLoggedIn) return;
    connectLive(applyEvent);
    return disconnectLive;
  }, [isLoggedIn]);
  return { user, failure, retry };
}
