import { Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { liveComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { Moment } from "#ui/moment.tsx";
import { Notes } from "#ui/notes.tsx";
import { describeAnchor } from "../comments/anchors.ts";
import { groupThreads, type Thread } from "../comments/threads.ts";
import classes from "./report.module.css";
import { Section } from "./section.tsx";

type Props = { job: Job; config: JobConfig };

/** The comments on the job, open threads first, each with the place that it is about. */
export function CommentsSection({ job, config }: Props) {
  const { id, name } = useCurrentUser();
  liveComments.useLive(job.id);
  const comments = useStoredComments(job.id);
  const threads = groupThreads(comments ?? [], [], { id, name });
  if (threads.length === 0) return null;
  const isOpen = ({ state }: Thread) => state.resolved === null;
  const ordered = [...threads.filter(isOpen), ...threads.filter((thread) => !isOpen(thread))];
  return (
    <Section title="Comments">
      {ordered.map((thread) => (
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
      ))}
    </Section>
  );
}
