import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import {
  type FieldValue,
  formatFieldId,
  listFields,
  type OverruledEdit,
  readBase,
  toChange,
} from "@understudy/shared/job-config/config-fields.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { asFailure, call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { setJobConfig } from "#data/jobs.ts";
import { SAVE_AFTER_MS, type SaveState, useSaveState } from "#ui/use-save-state.ts";
import {
  type ConfigHistory,
  createConfigHistory,
  createOwnEdits,
  findRefused,
  joinOverruled,
} from "./person-edits.ts";

export type ConfigEditor = {
  /** The stored configuration with this person's own edits on top, saved or not. */
  readonly config: JobConfig;
  readonly edit: (change: JobConfigChange) => void;
  readonly state: SaveState;
  /** Saves pending edits at once; returns whether everything is saved. */
  readonly flush: () => Promise<boolean>;
  readonly history: Pick<ConfigHistory, "useSteps"> & {
    readonly undo: () => void;
    readonly redo: () => void;
  };
  /** This person's edits that others have overruled. */
  readonly overruled: readonly OverruledEdit[];
  /** Gives the field the value of this person once more, or leaves it as it is. */
  readonly settle: (edit: OverruledEdit, isOwnTaken: boolean) => void;
};

/** Edits that are not stored yet, and the values that they lie on top of. */
type Pending = { readonly change: JobConfigChange; readonly base: JobConfigChange };
const NOTHING_PENDING: Pending = { change: {}, base: {} };

/**
 * Saves edits as one makes them, a moment after the last one and one request at a time. Edits lie on top of whatever is
 * stored, so a colleague's changes appear under them without disturbing what is being typed. A field that a colleague has changed
 * since it was read is not saved: both values are shown.
 */
export function useConfigEditor(jobId: number, stored: JobConfig): ConfigEditor {
  const { id: userId } = useCurrentUser();
  const [waiting, setWaiting] = useState<JobConfigChange>({});
  const [sent, setSent] = useState<JobConfigChange>({});
  const [state, setState] = useSaveState();
  const [overruled, setOverruled] = useState<readonly OverruledEdit[]>([]);
  const [ownEdits] = useState(() => createOwnEdits(userId));
  const [history] = useState(() => createConfigHistory());
  const pending = useRef(NOTHING_PENDING);
  const saving = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (saving.current !== null) await saving.current;
    const { change, base } = pending.current;
    if (isEmptyChange(change)) return true;
    const setPending = (next: Pending) => {
      pending.current = next;
      setWaiting(next.change);
    };
    setPending(NOTHING_PENDING);
    setSent(change);
    setState("saving");
    saving.current = sendChange(jobId, { ...change, base }, pending).then(({ answer, refused, rest }) => {
      if (refused.length > 0) setOverruled((edits) => joinOverruled(edits, refused));
      if (answer !== null) ownEdits.stored(change, answer);
      // Nothing typed is lost: the next save sends it again.
      if (rest !== null) setPending(rest);
      const isDone = isEmptyChange(pending.current.change);
      const isRefused = refused.length > 0;
      setState(
        answer === null && !isRefused ? "failed" : isDone ? (isRefused ? "idle" : "saved") : "unsaved",
      );
      if (isRefused && !isDone) timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
      return answer !== null;
    });
    const succeeded = await saving.current;
    saving.current = null;
    setSent({});
    return succeeded;
  }, [jobId, setState, ownEdits]);

  const config = useMemo(() => {
    const beingSaved = applyConfigChange(stored, sent).config;
    return applyConfigChange(beingSaved, waiting).config;
  }, [stored, sent, waiting]);
  const shown = useRef(config);
  shown.current = config;

  const apply = useCallback(
    (change: JobConfigChange) => {
      pending.current = addEdit(pending.current, change, shown.current);
      setWaiting(pending.current.change);
      // A second edit may come before the page is drawn again.
      shown.current = applyConfigChange(shown.current, change).config;
      setState("unsaved");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [save, setState],
  );
  const edit = useCallback(
    (change: JobConfigChange) => {
      history.record(shown.current, change);
      apply(change);
    },
    [apply, history],
  );
  const step = (change: JobConfigChange | null) => {
    if (change !== null) apply(change);
  };

  // Leaving the tab saves what was typed last.
  useEffect(() => () => void save(), [save]);
  useEffect(() => {
    const changed = ownEdits.takeOverruled(stored);
    if (changed.length > 0) setOverruled((edits) => joinOverruled(edits, changed));
  }, [stored, ownEdits]);

  const settle = (settled: OverruledEdit, isOwnTaken: boolean) => {
    setOverruled((edits) => edits.filter((other) => other !== settled));
    if (isOwnTaken) edit(toChange([{ ...settled.field, value: settled.personValue }]));
  };
  return {
    ...{ config, edit, state, flush: save, overruled, settle },
    history: {
      useSteps: history.useSteps,
      undo: () => step(history.undo(shown.current)),
      redo: () => step(history.redo(shown.current)),
    },
  };
}

/** Adds an edit to those that wait. @param shown the config that the person edits */
function addEdit({ change, base }: Pending, edit: JobConfigChange, shown: JobConfig): Pending {
  // A field that waits already lies on the value that it was first based on.
  return { change: mergeChanges(change, edit), base: mergeChanges(readBase(shown, edit), base) };
}

type Sent = {
  /** The config with the change; null: it was not stored. */
  readonly answer: JobConfig | null;
  readonly refused: readonly OverruledEdit[];
  /** These edits are sent again; null: there are none. */
  readonly rest: Pending | null;
};

/** @param pending the edits that were made since, which go on waiting */
async function sendChange(
  jobId: number,
  body: JobConfigChange,
  pending: { readonly current: Pending },
): Promise<Sent> {
  const { base = {}, ...change } = body;
  const params = { job_id: jobId };
  try {
    const answer = await call("updateJobConfig", { params, body });
    setJobConfig(jobId, answer);
    return { answer, refused: [], rest: null };
  } catch (thrown) {
    const isConflict = asFailure(thrown).status === 409;
    const present = isConflict ? await call("getJobConfig", { params }).catch(() => null) : null;
    if (present !== null) setJobConfig(jobId, present);
    const joined = {
      change: mergeChanges(change, pending.current.change),
      base: mergeChanges(pending.current.base, base),
    };
    const refused = present === null ? [] : findRefused(present, body, joined.change);
    return { answer: null, refused, rest: refused.length === 0 ? joined : omitFields(joined, refused) };
  }
}

function omitFields({ change, base }: Pending, refused: readonly OverruledEdit[]): Pending {
  const ids = new Set(refused.map(({ field }) => formatFieldId(field)));
  const isLeft = (field: FieldValue) => !ids.has(formatFieldId(field));
  return {
    change: toChange(listFields(change).filter(isLeft)),
    base: toChange(listFields(base).filter(isLeft)),
  };
}

type NamedItem = { readonly name: string };

/** `item` with the values of `part`; what is undefined there stays. */
function overwrite<Item extends object>(
  item: Item,
  part: { readonly [Key in keyof Item]?: Item[Key] | undefined },
): Item {
  const copy = { ...item };
  for (const key in part) {
    const value = part[key];
    if (value !== undefined) copy[key] = value;
  }
  return copy;
}

function merge<Item extends NamedItem>(earlier: readonly Item[] = [], later: readonly Item[] = []): Item[] {
  const merged = new Map(earlier.map((item) => [item.name, item]));
  for (const item of later) {
    const earlierItem = merged.get(item.name);
    merged.set(item.name, earlierItem === undefined ? item : overwrite(earlierItem, item));
  }
  return [...merged.values()];
}

/** Two changes as one: where both touch the same field, the later one counts. */
export function mergeChanges(earlier: JobConfigChange, later: JobConfigChange): JobConfigChange {
  const merged = { ...earlier, ...later };
  if (earlier.inputs && later.inputs) merged.inputs = merge(earlier.inputs, later.inputs);
  const outputs = withoutOverruled(earlier.outputs, later);
  if (outputs) merged.outputs = merge(outputs, later.outputs);
  if (earlier.coordinates && later.coordinates)
    merged.coordinates = merge(earlier.coordinates, later.coordinates);
  if (earlier.training && later.training) merged.training = overwrite(earlier.training, later.training);
  return merged;
}

/** Within one change an output's own coordinate outranks the shared one: one that was chosen earlier must go. */
function withoutOverruled(
  earlier: JobConfigChange["outputs"],
  { coordinate_name }: JobConfigChange,
): JobConfigChange["outputs"] {
  if (coordinate_name === undefined) return earlier;
  return earlier?.map(({ coordinate_name: _, ...rest }) => rest);
}

const isEmptyChange = (changed: JobConfigChange): boolean => Object.keys(changed).length === 0;
