import { useNotifications } from "@mantine/notifications";
import { lazy, Suspense, useEffect, useState } from "react";

const Notices = lazy(async () => ({ default: (await import("./notices.tsx")).Notices }));

/** The first page is shown by then. Later the server may be gone, and it is then that messages are needed most. */
const AFTER_MS = 10_000;

/** Loads what shows banner messages once the page stands, or with the first message. */
export function NoticesHost() {
  const hasMessage = useNotifications().notifications.length > 0;
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setDue(true), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <Suspense fallback={null}>{(isDue || hasMessage) && <Notices />}</Suspense>;
}
