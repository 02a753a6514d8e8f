import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback, useState } from "react";
import { call } from "../../../../api/call.ts";
import { notifyError, notifySuccess } from "../../../../components/notify.ts";
import { setJobConfig } from "../../../../store/job-configs.ts";

/** Makes an input continuous or discrete, at once: its values and its range follow from that. */
export function useParameterType(jobId: number) {
  const [busy, setBusy] = useState(false);
  const choose = useCallback(
    async (name: string, type: "Scalar" | "MultiSelect") => {
      setBusy(true);
      try {
        const body = { inputs: [{ name, type }] };
        setJobConfig(jobId, await call("updateJobConfig", { params: { job_id: jobId }, body }));
        notifySuccess(MESSAGES.parameterTypeUpdated);
      } catch {
        notifyError(MESSAGES.parameterType);
      } finally {
        setBusy(false);
      }
    },
    [jobId],
  );
  return { busy, choose };
}
