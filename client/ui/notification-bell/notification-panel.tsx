import { Anchor, Button, Text } from "@mantine/core";
import type { Notification } from "@understudy/shared/api/notification.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notificationPath } from "@understudy/shared/texts/notification-text.ts";
import { Link } from "react-router-dom";
import { ErrorBanner, LoadingLines } from "../load-states.tsx";
import { Moment } from "../moment.tsx";
import { StatusBadge } from "../status-badge.tsx";
import classes from "./notification-bell.module.css";
import type { useNotifications } from "./use-notifications.ts";

type Props = ReturnType<typeof useNotifications> & { onClose: () => void };

/** The list of notifications that the bell opens. */
export function NotificationPanel({ list, failure, reload, read, busy, onClose }: Props) {
  const open = ({ id, read: isRead }: Notification) => {
    if (!isRead) void read([id]);
    onClose();
  };
  return (
    <>
      <div className={classes.head}>
        <Text fw={600}>Notifications</Text>
        {list !== null && list.unread_count > 0 && (
          <Button size="compact-sm" variant="subtle" loading={busy} onClick={() => void read(null)}>
            Mark all as read
          </Button>
        )}
      </div>
      {list === null && failure !== null && (
        <ErrorBanner message={MESSAGES.loadingItems("notification")} onRetry={() => void reload()} />
      )}
      {list === null && failure === null && <LoadingLines rows={3} height={44} />}
      {list?.items.length === 0 && (
        <Text c="dimmed" className={classes.empty}>
          {MESSAGES.noNotifications}
        </Text>
      )}
      {list !== null && list.items.length > 0 && (
        <ul className={classes.list}>
          {list.items.map((notification) => (
            <Row
              key={notification.id}
              notification={notification}
              onOpen={() => open(notification)}
              onRead={() => void read([notification.id])}
            />
          ))}
        </ul>
      )}
      <div className={classes.foot}>
        <Anchor component={Link} to="/user/notifications" inherit onClick={onClose}>
          Notification settings
        </Anchor>
      </div>
    </>
  );
}

type RowProps = { notification: Notification; onOpen: () => void; onRead: () => void };

function Row({ notification, onOpen, onRead }: RowProps) {
  const { job_name, status, error, comment, creation_time, read } = notification;
  const text = comment?.text ?? error;
  return (
    <li className={classes.row} data-unread={!read}>
      <Link to={notificationPath(notification)} onClick={onOpen} className={classes.link}>
        <span className={classes.name}>{job_name}</span>
        <span className={classes.status}>
          {comment === null ? (
            <StatusBadge status={status} />
          ) : (
            <Text span size="xs">
              {comment.author} mentioned you
            </Text>
          )}
          <Text span size="xs" c="dimmed">
            <Moment time={creation_time} none="" />
          </Text>
        </span>
        {text !== null && <span className={classes.error}>{text}</span>}
      </Link>
      {!read && (
        <button
          type="button"
          className={classes.dot}
          title="Mark as read"
          aria-label={`Mark as read: ${job_name}, ${comment === null ? status : `a comment of ${comment.author}`}`}
          onClick={onRead}
        />
      )}
    </li>
  );
}
