import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEmulatorVersion, useJobConfig } from "#data/jobs.ts";
import { readAddress, updateAddress } from "#job/url-state.ts";
import { viewParts } from "#job/view-parts.ts";
import { createEmulatorStore, type EmulatorStore } from "#predictions/emulator-store.ts";
import { createParameters, pointFromText, pointToText } from "#predictions/parameters.ts";
import { ErrorBanner, LoadingPage } from "#ui/load-states.tsx";
import { EmulatorView } from "./emulator-view.tsx";

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

const ADDRESS_AFTER_MS = 400;

/** The store of a job's emulator page, which lives as long as the parameters stay what they are. */
function useEmulatorStore(jobId: number, config: JobConfig): EmulatorStore | null {
  // Display names and units may change while the page is open: they do not make another parameter.
  const shape = JSON.stringify(createParameters(config));
  const parameters = useMemo<ReturnType<typeof createParameters>>(() => JSON.parse(shape), [shape]);
  const [store, setStore] = useState<EmulatorStore | null>(null);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const mine = createEmulatorStore({
      jobId,
      parameters,
      start: pointFromText(readAddress().get("at"), parameters),
      onMove: (point) => {
        viewParts.changed();
        clearTimeout(timer);
        timer = setTimeout(() => updateAddress({ at: pointToText(point, parameters) }), ADDRESS_AFTER_MS);
      },
    });
    setStore(mine);
    return () => {
      clearTimeout(timer);
      mine.end();
    };
  }, [jobId, parameters]);

  const version = useEmulatorVersion(jobId);
  const requestedVersion = useRef(version);
  useEffect(() => {
    if (requestedVersion.current === version) return;
    requestedVersion.current = version;
    store?.refresh();
  }, [version, store]);

  return store;
}
