import { Button, Group } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { useParams } from "react-router-dom";
import { BackButton } from "../../../../components/back-button.tsx";
import { LoadingPage } from "../../../../components/loading.tsx";
import { numberInAddress } from "../../../../components/number-in-address.ts";
import { useJob } from "../../../../hooks/use-job.ts";
import { useJobConfig } from "../../../../hooks/use-job-config.ts";
import { usePageTitle } from "../../../../hooks/use-page-title.ts";
import { NotFoundPage } from "../../../not-found-page.tsx";
import { JobErrorPage } from "../job-error-page.tsx";
import { LightPage } from "./light-page.tsx";
import classes from "./report.module.css";
import { ReportView } from "./report-view.tsx";

/** /jobs/{jobId}/report: the job as a document to print. */
export function ReportPage() {
  const { jobId } = useParams();
  const id = numberInAddress(jobId);
  return id === null ? <NotFoundPage /> : <ForJob key={id} id={id} />;
}

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
      <ReportView job={job} config={config} />
    </LightPage>
  );
}
