import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useJobConfig } from "#data/jobs.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingPage } from "#ui/loading.tsx";
import { EmulatorView } from "./emulator-view.tsx";
import { useEmulatorStore } from "./use-emulator-store.ts";

/** Explores the emulator of a job. */
export function EmulatorTab({ job }: { job: Job }) {
  const { config, failure, reload } = useJobConfig(job.id);
  if (config !== null) return <WithConfig job={job} config={config} />;
  if (failure !== null)
    return <ErrorBanner message={MESSAGES.loadingEmulator} onRetry={() => void reload()} />;
  return <LoadingPage label="Loading the emulator" />;
}

type Props = { job: Job; config: NonNullable<ReturnType<typeof useJobConfig>["config"]> };

function WithConfig({ job, config }: Props) {
  const store = useEmulatorStore(job.id, config);
  if (store === null) return <LoadingPage label="Loading the emulator" />;
  return <EmulatorView job={job} config={config} store={store} />;
}
