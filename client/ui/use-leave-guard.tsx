import { type ReactNode, useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { ConfirmDialog } from "./confirm-dialog.tsx";

type LeaveGuard = {
  /** The form draws this dialog. */
  readonly dialog: ReactNode;
  /** Lets the next navigation pass: the changes are saved or no longer needed. */
  readonly release: () => void;
};

const LOGIN_PATH = "/login";

/** Asks before the user leaves a page with unsaved changes. */
export function useLeaveGuard(isChanged: boolean): LeaveGuard {
  const isReleased = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      !isReleased.current &&
      // An expired session must log in, whatever was typed.
      nextLocation.pathname !== LOGIN_PATH &&
      nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (!isChanged) return;
    // The browser shows its own text.
    const ask = (event: BeforeUnloadEvent) => {
      if (!isReleased.current) event.preventDefault();
    };
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isChanged]);

  const dialog = (
    <ConfirmDialog
      opened={blocker.state === "blocked"}
      title="Leave without saving?"
      text="Your changes on this page will be lost."
      confirmLabel="Leave"
      cancelLabel="Stay"
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
  return {
    dialog,
    release: () => {
      isReleased.current = true;
    },
  };
}
