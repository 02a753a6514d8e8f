import { useEffect, useState } from "react";
import { useDatabaseAnswering, useSocketStatus } from "../data/socket/status.ts";
import classes from "./socket-notice.module.css";

const SHOW_AFTER_MS = 2_000;

/** Says, without shifting the page, that what is shown may be out of date, and why. */
export function SocketNotice() {
  const isDatabaseDown = !useDatabaseAnswering();
  const isDown = useSocketStatus() === "down" || isDatabaseDown;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isDown) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDown]);
  return (
    <div role="status" className={classes.notice} data-shown={shown}>
      {shown &&
        (isDatabaseDown
          ? "The database does not answer. Waiting for it…"
          : "The live connection was lost. Reconnecting…")}
    </div>
  );
}
