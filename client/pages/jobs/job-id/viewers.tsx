import { Avatar, Group, Tooltip } from "@mantine/core";
import { usePresence } from "../../../store/presence.ts";
import classes from "./job-header.module.css";

const MAX_SHOWN_VIEWERS = 5;

/** The first letters of the first and the last name. */
export function getInitials(name: string): string {
  const words = name.split(/\s+/).filter((word) => word !== "");
  const [first = "", last = ""] = [words[0], words.length > 1 ? words.at(-1) : ""];
  return `${[...first][0] ?? ""}${[...last][0] ?? ""}`.toUpperCase();
}

/** Shows the people who have this page open now, the reader included. */
export function Viewers({ jobId }: { jobId: number }) {
  const viewers = usePresence(jobId);
  const hiddenViewers = viewers.slice(MAX_SHOWN_VIEWERS);
  if (viewers.length === 0) return null;
  return (
    <Tooltip.Group openDelay={200}>
      <Group gap={6} role="group" aria-label={`Viewing now: ${viewers.map(({ name }) => name).join(", ")}`}>
        {viewers.slice(0, MAX_SHOWN_VIEWERS).map(({ user_id, name }) => (
          <Tooltip key={user_id} label={`${name} is viewing this job`}>
            <Avatar size={28} radius="xl" variant="transparent" className={classes.viewer}>
              {getInitials(name)}
            </Avatar>
          </Tooltip>
        ))}
        {hiddenViewers.length > 0 && (
          <Tooltip label={hiddenViewers.map(({ name }) => name).join(", ")}>
            <Avatar size={28} radius="xl" variant="transparent" className={classes.viewer}>
              +{hiddenViewers.length}
            </Avatar>
          </Tooltip>
        )}
      </Group>
    </Tooltip.Group>
  );
}
