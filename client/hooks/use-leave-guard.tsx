import { type ReactNode, useEffect, useRef } from "react";
import { useBlocker } from "react-router-dom";
import { ConfirmDialog } from "../components/confirm-dialog.tsx";

type LeaveGuard = {
  /** To be drawn with the form. */
  readonly dialog: ReactNode;
  /** What was typed is saved, or done with: the next way from the page is free. */
  readonly release: () => void;
};

const LOGIN = "/login";

/** Asks before a page is left on which something was typed that is saved nowhere. */
export function useLeaveGuard(isChanged: boolean): LeaveGuard {
  const isReleased = useRef(false);
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      isChanged &&
      !isReleased.current &&
      // Whose session is over has to log in, whatever was typed.
      nextLocation.pathname !== LOGIN &&
      nextLocation.pathname !== currentLocation.pathname,
  );

  useEffect(() => {
    if (!isChanged) return;
    // The browser asks in words of its own.
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
