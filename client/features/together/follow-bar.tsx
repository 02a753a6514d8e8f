import { Button, CloseButton, Text } from "@mantine/core";
import { IconEye, IconPresentation } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useCurrentUser } from "#data/current-user.ts";
import type { ShownViewer } from "#data/presence.ts";
import { useColleagues } from "#presence/use-colleagues.ts";
import { NOT_A_MOVE } from "#presence/watch-input.ts";
import { personColor } from "#ui/person.ts";
import { listFollowers, shouldStopFollowing } from "./people-text.ts";
import type { Room } from "./room.ts";
import classes from "./together.module.css";

/** Says whom the reader follows, who follows the reader, or who asks everyone to follow. */
export function FollowBar({ room }: { room: Room }) {
  const { id } = useCurrentUser();
  const colleagues = useColleagues(room.page);
  const followed = room.useFollowed();
  const isPresenting = room.useIsPresenting();
  const [declined, setDeclined] = useState<readonly number[]>([]);
  const leader = colleagues.find(({ user_id }) => user_id === followed);
  const presenter = colleagues.find(({ user_id, state, hasLeft }) => {
    return state?.is_presenting === true && !hasLeft && !declined.includes(user_id);
  });
  const shouldStop =
    followed !== null && (leader === undefined || shouldStopFollowing(colleagues, id, followed));
  useEffect(() => {
    if (shouldStop) room.follow(null);
  }, [shouldStop, room]);
  const isLeaderThere = leader !== undefined && !leader.hasLeft && leader.state !== null;
  useEffect(() => {
    if (isLeaderThere) room.renew();
  }, [isLeaderThere, room]);
  const presenterIds = colleagues
    .filter(({ state }) => state?.is_presenting === true)
    .map(({ user_id }) => user_id);
  const asking = presenterIds.join(" ");
  useEffect(() => {
    // A person who asks a second time is shown again.
    setDeclined((before) => before.filter((userId) => asking.split(" ").includes(String(userId))));
  }, [asking]);

  if (leader !== undefined) return <Following leader={leader} onStop={() => room.follow(null)} />;
  const followers = listFollowers(colleagues, id);
  if (isPresenting) {
    return (
      <Bar>
        <IconPresentation size={18} aria-hidden />
        <Text size="sm">You are presenting. {followers}</Text>
        <Button size="compact-sm" variant="default" onClick={() => room.present(false)}>
          Stop presenting
        </Button>
      </Bar>
    );
  }
  if (presenter !== undefined) {
    const { user_id, name } = presenter;
    return (
      <Bar>
        <IconPresentation size={18} aria-hidden />
        <Text size="sm">{name} asks everyone to follow.</Text>
        <Button size="compact-sm" onClick={() => room.follow(user_id)}>
          Follow
        </Button>
        <CloseButton
          size="sm"
          aria-label="Do not follow"
          onClick={() => setDeclined((before) => [...before, user_id])}
        />
      </Bar>
    );
  }
  if (colleagues.some(({ state }) => state?.following === id)) {
    return (
      <Bar>
        <IconEye size={18} aria-hidden />
        <Text size="sm">{followers}</Text>
      </Bar>
    );
  }
  return null;
}

function Following({ leader: { user_id, name }, onStop }: { leader: ShownViewer; onStop: () => void }) {
  return createPortal(
    <>
      <div aria-hidden="true" className={classes.frame} style={{ "--person": personColor(user_id) }} />
      <Bar color={personColor(user_id)}>
        <IconEye size={18} aria-hidden />
        <Text size="sm">You follow {name}, until you move something yourself.</Text>
        <Button size="compact-sm" variant="default" onClick={onStop}>
          Stop
        </Button>
      </Bar>
    </>,
    document.body,
  );
}

function Bar({ color, children }: { color?: string; children: ReactNode }) {
  return (
    <div
      role="status"
      className={classes.bar}
      data-print="never"
      {...{ [NOT_A_MOVE]: "" }}
      {...(color !== undefined && { style: { "--person": color } })}
    >
      {children}
    </div>
  );
}
