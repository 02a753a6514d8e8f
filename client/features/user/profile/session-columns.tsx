import { Badge, Button, Text } from "@mantine/core";
import type { OwnSession } from "@understudy/shared/api/profile.ts";
import type { Column } from "#ui/data-table.tsx";
import { Moment } from "#ui/moment.tsx";
import classes from "./profile.module.css";

const UNKNOWN_TEXT = "Unknown";
const formatDevice = ({ device }: OwnSession): string => device ?? "Unknown browser";

/** Ends a session, or says that it is this one, which Log Out ends. */
function End({ session, onEnd, busy }: { session: OwnSession; onEnd: () => void; busy: boolean }) {
  if (session.is_current) {
    return (
      <Badge size="sm" variant="light" tt="none">
        This session
      </Badge>
    );
  }
  return (
    <Button
      size="compact-sm"
      variant="default"
      disabled={busy}
      aria-label={`End ${formatDevice(session)}`}
      onClick={onEnd}
    >
      End
    </Button>
  );
}

export const sessionColumns = (
  onEnd: (session: OwnSession) => void,
  busy: boolean,
): readonly Column<OwnSession>[] => [
  {
    key: "device",
    header: "Browser",
    cell: (session) => (
      <>
        <span className={classes.device}>{formatDevice(session)}</span>
        {/* Where the window is too narrow for the other columns. */}
        <div className={classes.below}>
          <span>{session.address ?? UNKNOWN_TEXT}</span>
          <span>
            Last used: <Moment time={session.last_used_time} none={UNKNOWN_TEXT} />
          </span>
        </div>
      </>
    ),
  },
  {
    key: "address",
    header: "Logged in from",
    width: 220,
    from: "sm",
    cell: ({ address }) =>
      address ?? (
        <Text span inherit c="dimmed">
          {UNKNOWN_TEXT}
        </Text>
      ),
  },
  {
    key: "creation_time",
    header: "Logged in",
    width: 150,
    from: "lg",
    cell: ({ creation_time }) => <Moment time={creation_time} none={UNKNOWN_TEXT} />,
  },
  {
    key: "last_used_time",
    header: "Last used",
    width: 150,
    from: "sm",
    cell: ({ last_used_time }) => <Moment time={last_used_time} none={UNKNOWN_TEXT} />,
  },
  {
    key: "end",
    header: "",
    width: 116,
    align: "right",
    cell: (session) => <End session={session} onEnd={() => onEnd(session)} busy={busy} />,
  },
];
