import { Box, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import { liveComments, useStoredComments } from "#data/comments.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { describeAnchor } from "#features/together/anchors.ts";
import { groupThreads, type Thread } from "#features/together/threads.ts";
import { ProgressTab } from "#pages/progress-tab.tsx";
import { Moment } from "#ui/moment.tsx";
import { Notes } from "#ui/notes.tsx";
import { DataSection } from "./data-section.tsx";
import { EmulatorSection } from "./emulator-section.tsx";
import classes from "./report.module.css";
import { Section } from "./section.tsx";

/** A model card: the origin of a job, and its results. */
export function ReportView({ job, config }: { job: Job; config: JobConfig }) {
  const hasResult = OBJECTIVE_TRAITS[job.objective].hasScore;
  return (
    <article className={classes.report}>
      <header>
        <Title order={1}>{job.name}</Title>
        <Text size="sm" c="dimmed">
          {job.objective} job {job.id}, {job.status}. {sourceText(job)}
        </Text>
        <Text size="sm" c="dimmed">
          Created by {job.creator.name}, <Moment time={job.creation_time} none="" />. Modified{" "}
          <Moment time={job.last_modified_time} none="" />. Printed on {new Date().toLocaleDateString()}.
        </Text>
        {job.description !== "" && (
          <Box fz="sm" mt={6}>
            <Notes text={job.description} />
          </Box>
        )}
      </header>
      {config.inputs.length > 0 && <DataSection job={job} config={config} />}
      {job.emulator_status === "available" && <EmulatorSection job={job} config={config} />}
      {hasResult && (
        <Section title="Result">
          <ProgressTab job={job} />
        </Section>
      )}
      <CommentsSection job={job} config={config} />
    </article>
  );
}

function sourceText({
  is_data_driven,
  spec_id,
  spec_version_id,
  source_job_id,
  emulator_job_id,
}: Job): string {
  const emulator = emulator_job_id === null ? "" : ` with the emulator of job ${emulator_job_id}`;
  if (!is_data_driven)
    return spec_id === null ? "" : `From spec ${spec_id} (version ID ${spec_version_id})${emulator}.`;
  return source_job_id === null ? "From uploaded files." : `From the data of job ${source_job_id}.`;
}

type CommentsProps = { job: Job; config: JobConfig };

/** The comments on the job, open threads first, each with the place that it is about. */
function CommentsSection({ job, config }: CommentsProps) {
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
