import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { call, isAbort } from "#api/call.ts";
import { SAVE_AFTER_MS, type SaveState, useSaveState } from "#ui/use-save-state.ts";
import { type RegionDraft, regionsProblem, type Span, toDraft, toStored } from "./region-rules.ts";

export type FocusRegions = {
  /** null while they are being read. */
  readonly regions: readonly RegionDraft[] | null;
  readonly maxSections: number;
  readonly state: SaveState;
  readonly failedToLoad: boolean;
  readonly change: (regions: readonly RegionDraft[]) => void;
  /** Takes regions over from elsewhere. */
  readonly take: (regions: readonly FocusRegion[]) => void;
  /** Saves pending edits at once; resolves with what keeps them from being saved, or null. */
  readonly settle: () => Promise<string | null>;
};

const isSameRegions = (drafts: readonly RegionDraft[], stored: readonly FocusRegion[], span: Span): boolean =>
  JSON.stringify(drafts.map((draft) => toStored(draft, span))) === JSON.stringify(stored);

/**
 * A job's focus regions, saved a moment after an edit if they are valid. `revision` is anything that changes when somebody
 * else may have changed them; one's own unsaved edits are not overwritten.
 */
export function useFocusRegions(jobId: number, span: Span, revision: unknown): FocusRegions {
  const [regions, setRegions] = useState<readonly RegionDraft[] | null>(null);
  const [maxSections, setMaxSections] = useState(0);
  const [state, setState] = useSaveState();
  const [failedToLoad, setFailedToLoad] = useState(false);
  const dirty = useRef(false);
  const edits = useRef(0);
  const latest = useRef<readonly RegionDraft[]>([]);
  const saving = useRef<Promise<string | null>>(Promise.resolve(null));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const nextKey = useRef(0);
  const { min, max, multiplier } = span;

  const createDrafts = useCallback(
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
        if (dirty.current) return;
        // Regions that are shown keep their keys, so that a field keeps the focus and what is being typed.
        setRegions((shown) =>
          shown !== null && isSameRegions(shown, answer.regions, { min, max, multiplier })
            ? shown
            : createDrafts(answer.regions),
        );
      },
      (thrown: unknown) => {
        if (!isAbort(thrown)) setFailedToLoad(true);
      },
    );
    return () => controller.abort();
  }, [jobId, createDrafts, min, max, multiplier, revision]);

  const save = useCallback(async (): Promise<string | null> => {
    clearTimeout(timer.current);
    await saving.current;
    if (!dirty.current) return null;
    const limits = { min, max, multiplier };
    const drafts = latest.current;
    const problem = regionsProblem(drafts, limits, maxSections);
    if (problem !== null) return problem;
    setState("saving");
    const edit = edits.current;
    const body = { regions: drafts.map((region) => toStored(region, limits)) };
    const sent = call("updateFocusRegions", { params: { job_id: jobId }, body }).then(
      () => {
        // Edits made meanwhile are saved next.
        if (edit !== edits.current) return null;
        dirty.current = false;
        setState("saved");
        return null;
      },
      () => {
        setState("failed");
        return MESSAGES.savingConfig;
      },
    );
    saving.current = sent;
    return await sent;
  }, [jobId, maxSections, min, max, multiplier, setState]);

  const change = useCallback(
    (next: readonly RegionDraft[]) => {
      dirty.current = true;
      edits.current++;
      latest.current = next;
      setRegions(next);
      setState("unsaved");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [save, setState],
  );

  return {
    regions,
    maxSections,
    state,
    failedToLoad,
    change,
    take: (stored) => change(createDrafts(stored)),
    settle: save,
  };
}
