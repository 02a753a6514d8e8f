import type { FocusRegion, JobConfig } from "@understudy/shared/api/job-config.ts";
import {
  FOCUS_REGIONS_FIELD,
  findEditor,
  isSameValue,
  type OverruledEdit,
} from "@understudy/shared/job-config/config-fields.ts";
import { formatRegions } from "@understudy/shared/job-config/focus-regions.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import { ApiFailure, asFailure, call, isAbort } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { setJobConfig } from "#data/jobs.ts";
import { SAVE_AFTER_MS, type SaveState, useSaveState } from "#ui/use-save-state.ts";
import { type RegionDraft, regionsProblem, type Span, toDraft, toStored } from "./region-rules.ts";

type Regions = readonly FocusRegion[];
/** Regions of this person, and the edit that they were. */
export type OverruledRegions = { readonly regions: Regions; readonly edit: OverruledEdit };

export type FocusRegions = {
  /** null while they are being read. */
  readonly regions: readonly RegionDraft[] | null;
  readonly maxSections: number;
  readonly state: SaveState;
  readonly failedToLoad: boolean;
  readonly change: (regions: readonly RegionDraft[]) => void;
  /** Takes regions over from elsewhere. */
  readonly take: (regions: Regions) => void;
  /** Saves pending edits at once; resolves with what keeps them from being saved, or null. */
  readonly settle: () => Promise<string | null>;
  /** This person's regions that others have overruled; null: there are none. */
  readonly overruled: OverruledRegions | null;
  /** Takes the overruled regions once more, or leaves those that there are. */
  readonly choose: (overruled: OverruledRegions, isOwnTaken: boolean) => void;
};

type Options = {
  readonly span: Span;
  /** The unit of the span. */
  readonly unit: ShownUnit;
  /** The stored config, which is read again when somebody else may have changed the regions. */
  readonly config: JobConfig;
};

const isSameRegions = (drafts: readonly RegionDraft[], stored: Regions, span: Span): boolean =>
  JSON.stringify(drafts.map((draft) => toStored(draft, span))) === JSON.stringify(stored);

/** The regions as they are read and edited: an edit lies on top of the stored ones that were read last. */
function useDrafts({ min, max, multiplier }: Span) {
  const [regions, setRegions] = useState<readonly RegionDraft[] | null>(null);
  const nextKey = useRef(0);
  const base = useRef<Regions>([]);
  const createDrafts = useCallback(
    (stored: Regions) => stored.map((region) => toDraft(region, { min, max, multiplier }, nextKey.current++)),
    [min, max, multiplier],
  );
  const show = useCallback(
    (stored: Regions) => {
      base.current = stored;
      // Regions that are shown keep their keys, so that a field keeps the focus and what is being typed.
      setRegions((shown) =>
        shown !== null && isSameRegions(shown, stored, { min, max, multiplier })
          ? shown
          : createDrafts(stored),
      );
    },
    [createDrafts, min, max, multiplier],
  );
  return { regions, setRegions, base, createDrafts, show };
}

/** Finds this person's regions that somebody else's have overruled. @param unit of the coordinate, as it is shown */
function useOverruledRegions(unit: ShownUnit) {
  const { id: userId } = useCurrentUser();
  const [overruled, setOverruled] = useState<OverruledRegions | null>(null);
  /** The regions that this person has stored; null: none, or they were reported. */
  const storedRegions = useRef<Regions | null>(null);

  const report = useCallback(
    (
      regions: Regions,
      present: Regions,
      { config, wasStored }: { config: JobConfig; wasStored: boolean },
    ) => {
      // Of one field the latest edit stays.
      storedRegions.current = null;
      const field = FOCUS_REGIONS_FIELD;
      const [personValue, presentValue] = [formatRegions(regions, unit), formatRegions(present, unit)];
      const by = findEditor(config, field)?.by.name ?? null;
      setOverruled({ regions, edit: { field, personValue, present: presentValue, by, wasStored } });
    },
    [unit],
  );
  /** Call it with what was read. */
  const compare = useCallback(
    (present: Regions, config: JobConfig) => {
      const regions = storedRegions.current;
      const last = findEditor(config, FOCUS_REGIONS_FIELD);
      // The config may be older than the regions: it is read again then.
      if (regions === null || isSameValue(regions, present) || last === null || last.by.id === userId) return;
      report(regions, present, { config, wasStored: true });
    },
    [report, userId],
  );
  const noteStored = useCallback((regions: Regions) => {
    storedRegions.current = regions;
  }, []);
  const close = useCallback(() => setOverruled(null), []);
  return { overruled, report, compare, noteStored, close };
}

/** Saves edits unless somebody else has changed the regions since. @returns the present regions and config where somebody has */
async function sendRegions(
  jobId: number,
  regions: FocusRegion[],
  base: Regions,
): Promise<{ regions: Regions; config: JobConfig } | null> {
  const params = { job_id: jobId };
  const body = { regions, base: { regions: [...base] } };
  const answer = await call("updateFocusRegions", { params, body }).catch(asFailure);
  if (!(answer instanceof ApiFailure)) return null;
  if (answer.status !== 409 || answer.fields.regions === undefined) throw answer;
  const [present, config] = await Promise.all([
    call("getFocusRegions", { params }),
    call("getJobConfig", { params }),
  ]);
  setJobConfig(jobId, config);
  return { regions: present.regions, config };
}

/**
 * A job's focus regions, saved a moment after an edit if they are valid. One's own unsaved edits are not overwritten, and overwrite
 * nothing that was not seen: both are shown.
 */
export function useFocusRegions(jobId: number, { span, unit, config }: Options): FocusRegions {
  const { regions, setRegions, base, createDrafts, show } = useDrafts(span);
  const [maxSections, setMaxSections] = useState(0);
  const [state, setState] = useSaveState();
  const [failedToLoad, setFailedToLoad] = useState(false);
  const { overruled, report, close, noteStored, compare } = useOverruledRegions(unit);
  const dirty = useRef(false);
  const edits = useRef(0);
  const latest = useRef<readonly RegionDraft[]>([]);
  /** The save that is being sent; null: none is. */
  const saving = useRef<Promise<string | null>>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { min, max, multiplier } = span;

  useEffect(() => {
    if (dirty.current) return;
    const edit = edits.current;
    const controller = new AbortController();
    call("getFocusRegions", { params: { job_id: jobId }, signal: controller.signal }).then(
      (answer) => {
        setFailedToLoad(false);
        setMaxSections(answer.max_sections);
        if (edit !== edits.current) return;
        show(answer.regions);
        compare(answer.regions, config);
      },
      (thrown: unknown) => {
        if (!isAbort(thrown)) setFailedToLoad(true);
      },
    );
    return () => controller.abort();
  }, [jobId, show, compare, config]);

  const save = useCallback(async (): Promise<string | null> => {
    clearTimeout(timer.current);
    let refusal: string | null = null;
    // Another save may wait for the same one, and is sent first then.
    while (saving.current !== null) refusal = await saving.current;
    if (!dirty.current) return refusal;
    const limits = { min, max, multiplier };
    const toRegions = () => latest.current.map((draft) => toStored(draft, limits));
    const problem = regionsProblem(latest.current, limits, maxSections);
    if (problem !== null) return problem;
    setState("saving");
    const edit = edits.current;
    const sent = toRegions();
    saving.current = sendRegions(jobId, sent, base.current).then(
      (present) => {
        if (present !== null) {
          clearTimeout(timer.current);
          dirty.current = false;
          report(toRegions(), present.regions, { config: present.config, wasStored: false });
          show(present.regions);
          setState("idle");
          return MESSAGES.fieldsChangedMeanwhile;
        }
        noteStored(sent);
        base.current = sent;
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
    const failure = await saving.current;
    saving.current = null;
    return failure;
  }, [jobId, maxSections, min, max, multiplier, setState, base, report, show, noteStored]);

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
    [save, setState, setRegions],
  );
  const take = (stored: Regions) => change(createDrafts(stored));
  const choose = ({ regions: ownRegions }: OverruledRegions, isOwnTaken: boolean) => {
    close();
    if (isOwnTaken) take(ownRegions);
  };
  return { regions, maxSections, state, failedToLoad, change, take, settle: save, overruled, choose };
}
