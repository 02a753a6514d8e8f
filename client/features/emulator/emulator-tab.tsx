import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useEmulatorVersion, useJobConfig } from "#data/jobs.ts";
import { viewParts } from "#job/view-parts.ts";
import { createEmulatorStore, type EmulatorStore } from "#predictions/emulator-store.ts";
import { createParameters } from "#predictions/parameters.ts";
import { type AddressedPosition, useAddressedStore } from "#predictions/use-addressed-store.ts";
import { usePageSelection } from "#selection/page-selection.ts";
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

/** The store of a job's emulator page, which lives as long as the parameters stay what they are. */
function useEmulatorStore(jobId: number, config: JobConfig): EmulatorStore | null {
  // Display names and units may change while the page is open: they do not make another parameter.
  const shape = JSON.stringify(createParameters(config));
  const parameters = useMemo<ReturnType<typeof createParameters>>(() => JSON.parse(shape), [shape]);
  const create = useCallback(
    ({ start, onMove }: AddressedPosition) =>
      createEmulatorStore({
        jobId,
        parameters,
        start,
        onMove: (point) => {
          viewParts.changed();
          onMove(point);
        },
      }),
    [jobId, parameters],
  );
  const store = useAddressedStore(parameters, create);

  const version = useEmulatorVersion(jobId);
  const requestedVersion = useRef(version);
  useEffect(() => {
    if (requestedVersion.current === version) return;
    requestedVersion.current = version;
    store?.refresh();
  }, [version, store]);

  // Rows are counted anew when more come or when they are divided otherwise: the numbers that are selected would mean others.
  const division = JSON.stringify([config.data_set_sizes, config.row_groups]);
  const selection = usePageSelection();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection of one division ends with it
  useEffect(() => () => void selection.select({ training: null, validation: null }), [division, selection]);

  return store;
}
