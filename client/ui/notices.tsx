import "@mantine/notifications/styles.css";
import { Notifications } from "@mantine/notifications";

/** The place where banner messages appear. */
export const Notices = () => <Notifications position="bottom-right" limit={3} />;
