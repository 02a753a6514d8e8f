import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { useEffect, useMemo, useRef, useState } from "react";
import { useEmulatorVersion } from "#data/jobs.ts";
import { viewParts } from "../together/view-parts.ts";
import { readAddress, updateAddress } from "../url-state.ts";
import { createEmulatorStore, type EmulatorStore } from "./emulator-store.ts";
import { createParameters, pointFromText, pointToText } from "./parameters.ts";

const ADDRESS_AFTER_MS = 400;

/** The store of a job's emulator page, which lives as long as the parameters stay what they are. */
export function useEmulatorStore(jobId: number, config: JobConfig): EmulatorStore | null {
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
