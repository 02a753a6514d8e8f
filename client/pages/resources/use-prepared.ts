import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { useEffect, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { asFailure, isAbort } from "#api/failure.ts";

const FIRST_STEP = "Preparing the download (under a minute)";

/** An archive that may have to be built first; once it is, the browser downloads it by itself. `step`: null when nothing is done. */
export function usePrepared(offered: WorkerDownload) {
  const [download, setDownload] = useState(offered);
  const [step, setStep] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const prepare = async () => {
    const controller = new AbortController();
    asking.current = controller;
    setFailure(null);
    setStep(FIRST_STEP);
    try {
      let prepared = download;
      while (prepared.size_bytes === null) {
        const body = { href: offered.href };
        prepared = await call("prepareWorkerDownload", { body, signal: controller.signal });
        if (prepared.step !== null) setStep(`${FIRST_STEP}: ${prepared.step.toLowerCase()}`);
      }
      setDownload(prepared);
      window.location.assign(prepared.href);
    } catch (thrown) {
      if (!isAbort(thrown)) setFailure(asFailure(thrown).message);
    } finally {
      setStep(null);
    }
  };
  return { download, step, failure, prepare: () => void prepare() };
}
