import { ActionIcon, Button, Menu, Tooltip } from "@mantine/core";
import { IconEye, IconPresentation } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { jobPage } from "@understudy/shared/live/presence.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { type ShownViewer, usePresence } from "#data/presence.ts";
import { FaceGroup, MAX_SHOWN_FACES, Portrait, readFaceProps, StillFace } from "#presence/faces.tsx";
import { NOT_A_MOVE } from "#presence/watch-input.ts";
import { describePerson, findLeader } from "./people-text.ts";
import classes from "./together.module.css";
import { useRoom } from "./use-room.ts";

/** Shows the people who have this page open now, the reader included. A click on a face follows its person. */
export function Viewers({ job }: { job: Pick<Job, "id" | "objective"> }) {
  const room = useRoom();
  const { id, restricted } = useCurrentUser();
  const viewers = usePresence(jobPage(job.id));
  const isPresenting = room.useIsPresenting();
  // Nobody follows oneself.
  const hiddenViewers = viewers.slice(MAX_SHOWN_FACES).filter(({ user_id }) => user_id !== id);
  if (viewers.length === 0) return null;
  const colleagues = viewers.filter(({ user_id }) => user_id !== id);
  return (
    <FaceGroup viewers={viewers}>
      {viewers.slice(0, MAX_SHOWN_FACES).map((viewer) => (
        <Face key={viewer.user_id} viewer={viewer} colleagues={colleagues} objective={job.objective} />
      ))}
      {hiddenViewers.length > 0 && <MoreFaces hidden={hiddenViewers} colleagues={colleagues} />}
      {!restricted && colleagues.length > 0 && (
        <Tooltip
          label={
            isPresenting ? "Stop presenting" : "Ask everyone to follow me. Restricted users see your name."
          }
        >
          <ActionIcon
            variant={isPresenting ? "filled" : "subtle"}
            aria-label={isPresenting ? "Stop presenting" : "Ask everyone to follow me"}
            onClick={() => room.present(!isPresenting)}
          >
            <IconPresentation size={17} />
          </ActionIcon>
        </Tooltip>
      )}
    </FaceGroup>
  );
}

type MoreProps = { hidden: readonly ShownViewer[]; colleagues: readonly ShownViewer[] };

/** The people for whose faces there is no room. */
function MoreFaces({ hidden, colleagues }: MoreProps) {
  const room = useRoom();
  return (
    <Menu shadow="md">
      <Menu.Target>
        <Button size="compact-sm" variant="subtle" aria-label={`${hidden.length} more people`}>
          +{hidden.length}
        </Button>
      </Menu.Target>
      <Menu.Dropdown {...{ [NOT_A_MOVE]: "" }} mah={320} style={{ overflowY: "auto" }}>
        {hidden.map(({ user_id, name }) => {
          const leader = findLeader(colleagues, user_id);
          return (
            <Menu.Item key={user_id} disabled={leader === null} onClick={() => room.follow(leader)}>
              Follow {name}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

type FaceProps = { viewer: ShownViewer; colleagues: readonly ShownViewer[]; objective: Job["objective"] };

function Face({ viewer, colleagues, objective }: FaceProps) {
  const room = useRoom();
  const { id } = useCurrentUser();
  const followed = room.useFollowed();
  const { user_id, name, state } = viewer;
  if (user_id === id) return <StillFace viewer={viewer} label={`${name} (you)`} />;
  const isFollowed = followed === user_id;
  const leader = findLeader(colleagues, user_id);
  const Badge = state?.is_presenting ? IconPresentation : state?.following === id ? IconEye : null;
  const hint = leader === null ? "follows you" : isFollowed ? "click to stop following" : "click to follow";
  return (
    <Tooltip label={`${describePerson(viewer, objective)} – ${hint}`}>
      <button
        type="button"
        {...readFaceProps(viewer)}
        data-followed={isFollowed || undefined}
        aria-label={isFollowed ? `Stop following ${name}` : `Follow ${name}`}
        aria-pressed={isFollowed}
        disabled={leader === null}
        onClick={() => room.follow(isFollowed ? null : leader)}
      >
        <Portrait name={name} />
        {Badge !== null && (
          <span className={classes.badge}>
            <Badge size={11} aria-hidden />
          </span>
        )}
      </button>
    </Tooltip>
  );
}
