import { ActionIcon, Indicator, Popover } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBell } from "@tabler/icons-react";
import { counted } from "@understudy/shared/counted.ts";
import { lazy, Suspense } from "react";
import classes from "./notification-bell.module.css";
import { useNotifications } from "./use-notifications.ts";

const NotificationPanel = lazy(async () => ({
  default: (await import("./notification-panel.tsx")).NotificationPanel,
}));

const shownCount = (count: number): string => (count > 99 ? "99+" : String(count));

/** The bell: how many notifications are unread, and the list of all. */
export function NotificationBell() {
  const [opened, { toggle, close }] = useDisclosure(false);
  const notifications = useNotifications();
  const unread = notifications.list?.unread_count ?? 0;
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      position="bottom-end"
      width={360}
      shadow="md"
      withinPortal
      trapFocus
      returnFocus
    >
      {/* Around the target: what the popover says of itself belongs to the button. */}
      <Indicator
        label={shownCount(unread)}
        size={16}
        offset={6}
        disabled={unread === 0}
        classNames={{ indicator: classes.count }}
      >
        <Popover.Target>
          <ActionIcon
            variant="subtle"
            size={34}
            color="gray"
            onClick={toggle}
            aria-label={
              unread === 0 ? "Notifications" : `Notifications, ${counted(unread, "unread notification")}`
            }
          >
            <IconBell size={19} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label="Notifications" className={classes.dropdown}>
        <Suspense>{opened && <NotificationPanel {...notifications} onClose={close} />}</Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
