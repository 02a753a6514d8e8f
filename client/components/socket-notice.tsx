import { useEffect, useState } from "react";
import { useSocketStatus } from "../store/socket-status.ts";
import classes from "./socket-notice.module.css";

const SHOW_AFTER_MS = 2_000;

/** Says, without shifting the page, that what is shown may be out of date. */
export function SocketNotice() {
  const isDown = useSocketStatus() === "down";
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isDown) return setShown(false);
    const timer = setTimeout(() => setShown(true), SHOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isDown]);
  return (
    <div role="status" className={classes.notice} data-shown={shown}>
      {shown && "The live connection was lost. Reconnecting…"}
    </div>
  );
}
