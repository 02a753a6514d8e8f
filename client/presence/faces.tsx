import { Box, Text, Tooltip } from "@mantine/core";
import type { SharedPage } from "@understudy/shared/live/presence.ts";
import type { ReactNode } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { type ShownViewer, usePresence } from "#data/presence.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./presence.module.css";
import { NOT_A_MOVE } from "./watch-input.ts";

export const MAX_SHOWN_FACES = 5;

/** The look of a person's face, for the element around the portrait: a person who is away, or has just left, is pale. */
export const readFaceProps = ({ user_id, state, hasLeft }: ShownViewer) => ({
  className: classes.face,
  "data-away": hasLeft || state?.is_idle || undefined,
  style: { "--person": personColor(user_id) },
});

/** The initials of a person, as a picture. */
export function Portrait({ name }: { name: string }) {
  return <span className={classes.avatar} data-initials={getInitials(name)} />;
}

/** A face that cannot be clicked. */
export function StillFace({ viewer, label }: { viewer: ShownViewer; label: string }) {
  return (
    <Tooltip label={label}>
      <span {...readFaceProps(viewer)}>
        <Portrait name={viewer.name} />
      </span>
    </Tooltip>
  );
}

/** A frame around the faces of a page's people. */
export function FaceGroup({ viewers, children }: { viewers: readonly ShownViewer[]; children: ReactNode }) {
  return (
    <Tooltip.Group openDelay={200}>
      <Box
        className={classes.faces}
        role="group"
        aria-label={`Viewing now: ${viewers.map(({ name }) => name).join(", ")}`}
        {...{ [NOT_A_MOVE]: "" }}
      >
        {children}
      </Box>
    </Tooltip.Group>
  );
}

/** Shows the people who have a page open now on which nobody can be followed, the reader included. */
export function StillFaces({ page }: { page: SharedPage }) {
  const { id } = useCurrentUser();
  const viewers = usePresence(page);
  if (viewers.length === 0) return null;
  const hiddenViewers = viewers.slice(MAX_SHOWN_FACES);
  return (
    <FaceGroup viewers={viewers}>
      {viewers.slice(0, MAX_SHOWN_FACES).map((viewer) => {
        const { user_id, name, state } = viewer;
        const note = user_id === id ? " (you)" : state?.is_idle ? ": away" : "";
        return <StillFace key={user_id} viewer={viewer} label={`${name}${note}`} />;
      })}
      {hiddenViewers.length > 0 && (
        <Tooltip label={hiddenViewers.map(({ name }) => name).join(", ")}>
          <Text size="sm" c="dimmed">
            +{hiddenViewers.length}
          </Text>
        </Tooltip>
      )}
    </FaceGroup>
  );
}
