import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

async function load(signal: AbortSignal) {
  const [{ client_key }, { items }] = await Promise.all([
    call("getWorkerClientKey", { signal }),
    call("listWorkerDownloads", { signal }),
  ]);
  return { clientKey: client_key, downloads: items };
}

/** The person's key, and what there is to download. Null: not known yet. */
export function useAddResource() {
  const { value, failure, reload: retry } = useQuery(load);
  const [replaced, setReplaced] = useState<string | null>(null);
  const { run, busy } = useAction("creating a new key");
  const replaceKey = () =>
    run(async () => {
      setReplaced((await call("regenerateWorkerClientKey")).client_key);
      notifySuccess(MESSAGES.workerKeyMade);
    });
  return {
    clientKey: replaced ?? value?.clientKey ?? null,
    downloads: value?.downloads ?? null,
    failure,
    busy,
    replaceKey,
    retry,
  };
}
