import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { call } from "../../../../api/call.ts";
import { isAbort } from "../../../../api/failure.ts";
import { areValid, type RegionDraft, type Span, toDraft, toStored } from "./region-rules.ts";

const SAVE_AFTER_MS = 500;

export type FocusRegions = {
  /** null while they are being read. */
  readonly regions: readonly RegionDraft[] | null;
  readonly maxSections: number;
  readonly state: "idle" | "saving" | "saved" | "failed";
  readonly failedToLoad: boolean;
  readonly change: (regions: readonly RegionDraft[]) => void;
  /** Takes regions over from elsewhere. */
  readonly take: (regions: readonly FocusRegion[]) => void;
};

/**
 * A job's focus regions, saved a moment after an edit if they are valid. `revision` is anything that changes when somebody
 * else may have changed them; one's own unsaved edits are not overwritten.
 */
export function useFocusRegions(jobId: number, span: Span, revision: unknown): FocusRegions {
  const [regions, setRegions] = useState<readonly RegionDraft[] | null>(null);
  const [maxSections, setMaxSections] = useState(0);
  const [state, setState] = useState<FocusRegions["state"]>("idle");
  const [failedToLoad, setFailedToLoad] = useState(false);
  const dirty = useRef(false);
  const edits = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextKey = useRef(0);
  const { min, max, multiplier } = span;

  const draftsOf = useCallback(
    (stored: readonly FocusRegion[]) =>
      stored.map((region) => toDraft(region, { min, max, multiplier }, nextKey.current++)),
    [min, max, multiplier],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `revision` says when to read again
  useEffect(() => {
    if (dirty.current) return;
    const controller = new AbortController();
    call("getFocusRegions", { params: { job_id: jobId }, signal: controller.signal }).then(
      (answer) => {
        setFailedToLoad(false);
        setMaxSections(answer.max_sections);
        if (!dirty.current) setRegions(draftsOf(answer.regions));
      },
      (thrown: unknown) => {
        if (!isAbort(thrown)) setFailedToLoad(true);
      },
    );
    return () => controller.abort();
  }, [jobId, draftsOf, revision]);

  const change = useCallback(
    (next: readonly RegionDraft[]) => {
      dirty.current = true;
      const edit = ++edits.current;
      setRegions(next);
      clearTimeout(timer.current);
      const limits = { min, max, multiplier };
      if (!areValid(next, limits, maxSections)) return;
      timer.current = setTimeout(() => {
        setState("saving");
        const body = { regions: next.map((region) => toStored(region, limits)) };
        call("updateFocusRegions", { params: { job_id: jobId }, body }).then(
          () => {
            // Edits made meanwhile are saved next.
            if (edit !== edits.current) return;
            dirty.current = false;
            setState("saved");
          },
          () => setState("failed"),
        );
      }, SAVE_AFTER_MS);
    },
    [jobId, maxSections, min, max, multiplier],
  );

  return {
    regions,
    maxSections,
    state,
    failedToLoad,
    change,
    take: (stored) => change(draftsOf(stored)),
  };
}
