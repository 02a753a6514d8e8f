import { Button, Group } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { useParams } from "react-router-dom";
import { useJob, useJobConfig } from "#data/jobs.ts";
import { LightPage } from "#features/report/light-page.tsx";
import classes from "#features/report/report.module.css";
import { ReportView } from "#features/report/report-view.tsx";
import { Section } from "#features/report/section.tsx";
import { PrintedNotes } from "#features/together/notes/printed-notes.tsx";
import { PrintedThreads } from "#features/together/printed-threads.tsx";
import { JobErrorPage } from "#job/job-error-page.tsx";
import { BackButton } from "#ui/back-button.tsx";
import { LoadingPage } from "#ui/load-states.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { usePageTitle } from "#ui/use-page-title.ts";
import { ProgressTab } from "./progress-tab.tsx";

/** /jobs/{jobId}/report: the job as a document to print. */
export function ReportPage() {
  const { jobId } = useParams();
  const id = numberInAddress(jobId);
  return id === null ? <NotFoundPage /> : <ForJob key={id} id={id} />;
}

const createSection = (title: string) => (content: ReactNode) => <Section title={title}>{content}</Section>;

function ForJob({ id }: { id: number }) {
  const { job, failure, reload } = useJob(id);
  const { config, failure: configFailure, reload: reloadConfig } = useJobConfig(id);
  usePageTitle(job === null ? "Report" : `${job.name} · Report of job ${id}`);
  const trouble = failure ?? configFailure;
  if (job === null || config === null) {
    const retry = () => void Promise.all([reload(), reloadConfig()]);
    if (trouble !== null && trouble.status !== 401) return <JobErrorPage failure={trouble} onRetry={retry} />;
    return <LoadingPage label="Loading the report" />;
  }
  return (
    <LightPage>
      <Group justify="space-between" className={classes.bar}>
        <BackButton to={`/jobs/${id}`} label="Back to the job" />
        <Button leftSection={<IconPrinter size={16} />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <ReportView
        job={job}
        config={config}
        result={<ProgressTab job={job} />}
        notes={job.has_notes && <PrintedNotes jobId={id} frame={createSection("Notes")} />}
        comments={<PrintedThreads job={job} config={config} frame={createSection("Comments")} />}
      />
    </LightPage>
  );
}
