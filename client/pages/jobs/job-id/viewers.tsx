import { Avatar, Tooltip } from "@mantine/core";
import { usePresence } from "../../../store/presence.ts";

const SHOWN = 5;

/** Who has this page open now, oneself included. */
export function Viewers({ jobId }: { jobId: number }) {
  const viewers = usePresence(jobId);
  const others = viewers.slice(SHOWN);
  if (viewers.length === 0) return null;
  return (
    <Tooltip.Group openDelay={200}>
      <Avatar.Group role="group" aria-label={`Viewing now: ${viewers.map(({ name }) => name).join(", ")}`}>
        {viewers.slice(0, SHOWN).map(({ user_id, name, identicon_href }) => (
          <Tooltip key={user_id} label={`${name} is viewing this job`}>
            <Avatar src={identicon_href} alt="" size={28} radius="xl" />
          </Tooltip>
        ))}
        {others.length > 0 && (
          <Tooltip label={others.map(({ name }) => name).join(", ")}>
            <Avatar size={28} radius="xl">
              +{others.length}
            </Avatar>
          </Tooltip>
        )}
      </Avatar.Group>
    </Tooltip.Group>
  );
}
