import { readBase } from "@understudy/shared/job-config/config-fields.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { getJobConfig, setJobConfig } from "#data/jobs.ts";
import { notifyError, notifySuccess } from "#ui/banner-messages.ts";
import { PARAMETER_TYPES, type ParameterType } from "./parameter-type.ts";
import { usePendingEdits } from "./vector-outputs/pending-edits.ts";

/** Changes the type of inputs at once: their values and their ranges follow from that. */
export function useParameterType(jobId: number) {
  const [busy, setBusy] = useState(false);
  const saving = useRef<Promise<string | null>>(Promise.resolve(null));
  usePendingEdits(() => saving.current);
  const save = useCallback(
    async (names: readonly string[], type: ParameterType) => {
      setBusy(true);
      try {
        const change = { inputs: names.map((name) => ({ name, ...PARAMETER_TYPES[type] })) };
        const config = getJobConfig(jobId);
        const body = { ...change, ...(config !== null && { base: readBase(config, change) }) };
        setJobConfig(jobId, await call("updateJobConfig", { params: { job_id: jobId }, body }));
        notifySuccess(MESSAGES.parameterTypeUpdated);
        return null;
      } catch {
        notifyError(MESSAGES.parameterType);
        return MESSAGES.parameterType;
      } finally {
        setBusy(false);
      }
    },
    [jobId],
  );
  const choose = useCallback(
    (names: readonly string[], type: ParameterType) => {
      saving.current = save(names, type);
    },
    [save],
  );
  return { busy, choose };
}
