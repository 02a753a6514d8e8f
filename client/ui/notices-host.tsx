import { useNotifications } from "@mantine/notifications";
import { type ComponentType, useEffect, useState } from "react";
import { useSocketStatus } from "#data/socket/status.ts";

/** The first page is shown by then. Later the server may be gone, and it is then that messages are needed most. */
const AFTER_MS = 10_000;
/** A failed attempt to load is repeated after this time, in ms. */
const RETRY_MS = 5_000;

/**
 * Loads what shows banner messages once the page stands, or with the first message. A network that is down at that moment costs the
 * messages alone: the page, with what is being typed there, stays.
 */
export function NoticesHost() {
  const hasMessage = useNotifications().notifications.length > 0;
  const isReachable = useSocketStatus() !== "down";
  const [isDue, setDue] = useState(false);
  const [loaded, setLoaded] = useState<{ Notices: ComponentType } | null>(null);
  const [failures, setFailures] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  const isNeeded = (isDue || hasMessage) && isReachable && loaded === null;
  useEffect(() => {
    if (!isNeeded) return undefined;
    const load = () => import("./notices.tsx").then(setLoaded, () => setFailures(failures + 1));
    const timer = setTimeout(() => void load(), failures === 0 ? 0 : RETRY_MS);
    return () => clearTimeout(timer);
  }, [isNeeded, failures]);
  return loaded === null ? null : <loaded.Notices />;
}
