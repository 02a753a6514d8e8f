import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useEffect, useState } from "react";
import { call } from "../../api/call.ts";
import { type ApiFailure, asFailure, isAbort } from "../../api/failure.ts";
import { notifySuccess } from "../../components/notify.ts";
import { useAction } from "../../hooks/use-action.ts";

/** The person's key, and what there is to download. Null: not known yet. */
export function useAddResource() {
  const [clientKey, setClientKey] = useState<string | null>(null);
  const [downloads, setDownloads] = useState<readonly WorkerDownload[] | null>(null);
  const [failure, setFailure] = useState<ApiFailure | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { run, busy } = useAction("making a new key");

  // biome-ignore lint/correctness/useExhaustiveDependencies: a further attempt reads again
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    setFailure(null);
    Promise.all([call("getWorkerClientKey", { signal }), call("listWorkerDownloads", { signal })])
      .then(([{ client_key }, { items }]) => {
        setClientKey(client_key);
        setDownloads(items);
      })
      .catch((thrown: unknown) => {
        if (!isAbort(thrown)) setFailure(asFailure(thrown));
      });
    return () => controller.abort();
  }, [attempt]);

  const replaceKey = () =>
    run(async () => {
      setClientKey((await call("regenerateWorkerClientKey")).client_key);
      notifySuccess(MESSAGES.workerKeyMade);
    });
  return { clientKey, downloads, failure, busy, replaceKey, retry: () => setAttempt((count) => count + 1) };
}
