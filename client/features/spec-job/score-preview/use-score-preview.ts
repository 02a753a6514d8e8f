import { useDebouncedValue } from "@mantine/hooks";
import type { ScorePreview } from "@understudy/shared/api/score-preview.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import type { PreviewRequest } from "./preview-request.ts";

/** After the last change of the form. */
const QUIET_MS = 400;
/** While the server reads the emulator. */
const AGAIN_MS = 1_000;
const TIMEOUT_MS = 60_000;

type ShownPreview = { readonly of: string; readonly preview: ScorePreview };

/**
 * The meaning of the score, once the form has not changed for a while.
 * @returns `isStale`: of an earlier state of the form
 */
export function useScorePreview(spec_version_id: number, request: PreviewRequest | null) {
  const key = request && JSON.stringify(request);
  const [quiet] = useDebouncedValue(key, QUIET_MS);
  const [isLoading, setLoading] = useState(false);
  const load = useCallback(
    async (signal: AbortSignal): Promise<ShownPreview | null> => {
      if (quiet === null) return null;
      const body: PreviewRequest = JSON.parse(quiet);
      const preview = await call("previewScore", {
        params: { spec_version_id },
        body,
        signal,
        timeoutMs: TIMEOUT_MS,
      });
      setLoading(preview.status === "loading");
      return { of: quiet, preview };
    },
    [quiet, spec_version_id],
  );
  const { value, failure, reload } = useQuery(load, { everyMs: isLoading ? AGAIN_MS : null });
  const ready = value?.preview.status === "ready" ? value.preview : null;
  return { preview: ready, isStale: value?.of !== key, failure, reload };
}
