import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** Where banner messages appear. */
export const Notices = () => <Notifications position="bottom-right" limit={3} />;
