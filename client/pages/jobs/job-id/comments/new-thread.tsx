import { CloseButton, Text } from "@mantine/core";
import { IconMapPin } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useState, useSyncExternalStore } from "react";
import { useRoom } from "../together/use-room.ts";
import { viewParts } from "../together/view-parts.ts";
import { describeAnchor, suggestAnchor } from "./anchors.ts";
import classes from "./comments.module.css";
import { Composer, type Written } from "./composer.tsx";
import { openedThread, placedDraft, threadFilter } from "./panel-state.ts";
import { send } from "./send.ts";
import type { Thread } from "./threads.ts";

type Props = { job: Job; config: JobConfig | null; threads: readonly Thread[] };

/** Begins a thread: at the place that the reader has chosen, or else about what the page shows. */
export function NewThread({ job, config, threads }: Props) {
  const room = useRoom();
  const placed = placedDraft.useValue(job.id);
  const [isActive, setIsActive] = useState(false);
  const write = async ({ text, mentions }: Written): Promise<boolean> => {
    const view = room.readView();
    const { anchor, view: placedView } = placed ?? { anchor: suggestAnchor(view), view };
    placedDraft.set(job.id, null);
    openedThread.set(job.id, null);
    if (threadFilter.get(job.id) !== "open") threadFilter.set(job.id, "open");
    const isStored = await send(job.id, { text, mentions, thread_id: null, anchor, view: placedView });
    if (!isStored && placedDraft.get(job.id) === null) placedDraft.set(job.id, placed);
    return isStored;
  };
  return (
    <div className={classes.compose}>
      {placed !== null ? (
        <div className={classes.about}>
          <IconMapPin size={14} aria-hidden />
          <Text span size="xs" className={classes.aboutText}>
            {describeAnchor(placed.anchor, { job, config, tab: placed.view.tab })}
          </Text>
          <CloseButton
            size="xs"
            aria-label="Comment on no place in particular"
            onClick={() => placedDraft.set(job.id, null)}
          />
        </div>
      ) : (
        isActive && <SuggestedPlace job={job} config={config} />
      )}
      <Composer
        job={job}
        threads={threads}
        storageKey={`${job.id}`}
        label="New comment"
        placeholder="Comment on what you see…"
        focusKey={placed === null ? null : JSON.stringify(placed.anchor)}
        onActive={setIsActive}
        onWrite={write}
      />
    </div>
  );
}

/** Says what a comment would be about now; it follows the page. */
function SuggestedPlace({ job, config }: { job: Job; config: JobConfig | null }) {
  const text = useSyncExternalStore(viewParts.onChange, () => {
    const view = viewParts.read();
    return describeAnchor(suggestAnchor(view), { job, config, tab: view.tab });
  });
  return (
    <div className={classes.about}>
      <IconMapPin size={14} aria-hidden />
      <Text span size="xs" className={classes.aboutText}>
        {text}
      </Text>
    </div>
  );
}
