import { Box, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { OBJECTIVE_TRAITS } from "@understudy/shared/domain/objectives.ts";
import type { ReactNode } from "react";
import { Moment } from "#ui/moment.tsx";
import { Notes } from "#ui/notes.tsx";
import { DataSection } from "./data-section.tsx";
import { EmulatorSection } from "./emulator-section.tsx";
import classes from "./report.module.css";
import { Section } from "./section.tsx";

type Props = {
  job: Job;
  config: JobConfig;
  /** The results of a job that searches, which stand before its comments. */
  result: ReactNode;
  /** The notes stand before the data, because they say what the job is about. */
  notes: ReactNode;
  comments: ReactNode;
};

/** A model card: the origin of a job, and its results. */
export function ReportView({ job, config, result, notes, comments }: Props) {
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
      {notes}
      {config.inputs.length > 0 && <DataSection job={job} config={config} />}
      {job.emulator_status === "available" && <EmulatorSection job={job} config={config} />}
      {hasResult && <Section title="Result">{result}</Section>}
      {comments}
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
