import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useRef, useState } from "react";
import { type ApiFailure, asFailure, isAbort, isExplained } from "#api/call.ts";
import { notifyError } from "./banner-messages.ts";

export type ActionOptions = {
  /** The message of a failure; null shows none, because the page shows it elsewhere. */
  message?: (failure: ApiFailure) => string | null;
  /** Called with each failure, for a form that shows the errors of its fields. */
  onFailure?: (failure: ApiFailure) => void;
};

export type Action = {
  /** Runs the work; does nothing while it is already running. Returns whether it succeeded. */
  run: (work: () => Promise<void>) => Promise<boolean>;
  busy: boolean;
  /** The failure of the last run; null: it did not fail. */
  failure: ApiFailure | null;
};

/** An action of the user, as `useAction("pausing the job")`. A failure is shown in a banner for 5 s. */
export function useAction(action: string, options: ActionOptions = {}): Action {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const running = useRef(false);
  const latest = useRef(options);
  latest.current = options;

  const run = useCallback(
    async (work: () => Promise<void>): Promise<boolean> => {
      if (running.current) return false;
      running.current = true;
      setBusy(true);
      setFailure(null);
      try {
        await work();
        return true;
      } catch (thrown) {
        if (isAbort(thrown)) return false;
        const reason = asFailure(thrown);
        setFailure(reason);
        const { message, onFailure } = latest.current;
        onFailure?.(reason);
        const defaultText = message ? message(reason) : MESSAGES.action(action);
        const text = defaultText !== null && isExplained(reason) ? reason.message : defaultText;
        // A 401 already redirects to the login page.
        if (text !== null && reason.status !== 401) notifyError(text);
        return false;
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
    [action],
  );
  return { run, busy, failure };
}
