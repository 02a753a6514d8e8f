import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { ReactNode } from "react";
import { liveComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { Moment } from "#ui/moment.tsx";
import { Notes } from "#ui/notes.tsx";
import { describeAnchor } from "./anchors.ts";
import classes from "./printed-threads.module.css";
import { groupThreads, type Thread } from "./threads.ts";

/** The threads of comments on a job, open ones first. */
function useOrderedThreads(jobId: number): readonly Thread[] {
  const { id, name } = useCurrentUser();
  liveComments.useLive(jobId);
  const comments = useStoredComments(jobId);
  const threads = groupThreads(comments ?? [], [], { id, name });
  const isOpen = ({ state }: Thread) => state.resolved === null;
  return [...threads.filter(isOpen), ...threads.filter((thread) => !isOpen(thread))];
}

type Props = {
  job: Job;
  config: JobConfig;
  /** The section that stands around the threads, where there are any. */
  frame: (threads: ReactNode) => ReactNode;
};

/** The comments on a job as a document shows them, each thread with the place that it is about. */
export function PrintedThreads({ job, config, frame }: Props) {
  const threads = useOrderedThreads(job.id);
  if (threads.length === 0) return null;
  return frame(
    threads.map((thread) => (
      <article key={thread.id} className={classes.thread}>
        <Text size="sm" fw={600}>
          {describeAnchor(thread.state.anchor, { job, config, tab: thread.state.tab })}
          {thread.state.resolved !== null && `, resolved by ${thread.state.resolved.by.name}`}
        </Text>
        {thread.comments.map(({ id: commentId, author, creation_time, text, mentions }) => (
          <div key={commentId}>
            <Text size="xs" c="dimmed" mt={4}>
              {author.name}, <Moment time={creation_time} none="" />
            </Text>
            <Notes text={text} mentioned={mentions.map((person) => person.name)} />
          </div>
        ))}
      </article>
    )),
  );
}
