import { Button, Group, MantineProvider, useComputedColorScheme } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { type ReactNode, useEffect } from "react";
import { useParams } from "react-router-dom";
import { useJob, useJobConfig } from "#data/jobs.ts";
import classes from "#features/report/report.module.css";
import { ReportView } from "#features/report/report-view.tsx";
import { JobErrorPage } from "#job/job-error-page.tsx";
import { theme } from "#styles/theme.ts";
import { BackButton } from "#ui/back-button.tsx";
import { LoadingPage } from "#ui/loading.tsx";
import { NotFoundPage } from "#ui/not-found-page.tsx";
import { numberInAddress } from "#ui/number-in-address.ts";
import { usePageTitle } from "#ui/use-page-title.ts";

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

const SCHEME_ATTRIBUTE = "data-mantine-color-scheme";

/** Shows the page in light colours, as paper is, while it is open. */
function LightPage({ children }: { children: ReactNode }) {
  const chosen = useComputedColorScheme("light");
  useEffect(() => {
    const root = document.documentElement;
    root.setAttribute(SCHEME_ATTRIBUTE, "light");
    return () => root.setAttribute(SCHEME_ATTRIBUTE, chosen);
  }, [chosen]);
  return (
    <MantineProvider
      theme={theme}
      forceColorScheme="light"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
    </MantineProvider>
  );
}
