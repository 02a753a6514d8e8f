import { ActionIcon, Indicator } from "@mantine/core";
import { IconMessage } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { counted } from "@understudy/shared/counted.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { NOT_A_MOVE } from "../together/watch-input.ts";
import { closePanel, panelIsOpen } from "./panel-state.ts";

/** Opens and closes the comments beside the page, and says how many threads are open. */
export function CommentsButton({ job: { id, open_comments: count } }: { job: Job }) {
  const { may_comment } = useCurrentUser();
  const isOpen = panelIsOpen.useValue(id);
  if (!may_comment) return null;
  return (
    <Indicator label={count} size={15} offset={5} disabled={count === 0} {...{ [NOT_A_MOVE]: "" }}>
      <ActionIcon
        variant={isOpen ? "light" : "subtle"}
        aria-label={count === 0 ? "Comments" : `Comments, ${counted(count, "open comment")}`}
        aria-expanded={isOpen}
        title="Comments"
        onClick={() => (isOpen ? closePanel(id) : panelIsOpen.set(id, true))}
      >
        <IconMessage size={17} />
      </ActionIcon>
    </Indicator>
  );
}
