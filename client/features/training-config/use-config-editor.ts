import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { call } from "#api/call.ts";
import { setJobConfig } from "#data/jobs.ts";
import { SAVE_AFTER_MS, type SaveState, useSaveState } from "#ui/use-save-state.ts";

export type ConfigEditor = {
  /** The stored configuration with this person's own edits on top, saved or not. */
  readonly config: JobConfig;
  readonly edit: (change: JobConfigChange) => void;
  readonly state: SaveState;
  /** Saves pending edits at once; returns whether everything is saved. */
  readonly flush: () => Promise<boolean>;
};

/**
 * Saves edits as one makes them, a moment after the last one and one request at a time. Edits lie on top of whatever is
 * stored, so a colleague's changes appear under them without disturbing what is being typed.
 */
export function useConfigEditor(jobId: number, stored: JobConfig): ConfigEditor {
  const [waiting, setWaiting] = useState<JobConfigChange>({});
  const [sent, setSent] = useState<JobConfigChange>({});
  const [state, setState] = useSaveState();
  const latest = useRef<JobConfigChange>({});
  const saving = useRef<Promise<boolean> | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const save = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    if (saving.current !== null) await saving.current;
    const changes = latest.current;
    if (isEmptyChange(changes)) return true;
    latest.current = {};
    setWaiting({});
    setSent(changes);
    setState("saving");
    saving.current = call("updateJobConfig", { params: { job_id: jobId }, body: changes }).then(
      (answer) => {
        setJobConfig(jobId, answer);
        setState(isEmptyChange(latest.current) ? "saved" : "unsaved");
        return true;
      },
      () => {
        // Nothing typed is lost: the next save sends it again.
        latest.current = mergeChanges(changes, latest.current);
        setWaiting(latest.current);
        setState("failed");
        return false;
      },
    );
    const succeeded = await saving.current;
    saving.current = null;
    setSent({});
    return succeeded;
  }, [jobId, setState]);

  const edit = useCallback(
    (change: JobConfigChange) => {
      latest.current = mergeChanges(latest.current, change);
      setWaiting(latest.current);
      setState("unsaved");
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void save(), SAVE_AFTER_MS);
    },
    [save, setState],
  );

  // Leaving the tab saves what was typed last.
  useEffect(() => () => void save(), [save]);

  const config = useMemo(() => {
    const beingSaved = applyConfigChange(stored, sent).config;
    return applyConfigChange(beingSaved, waiting).config;
  }, [stored, sent, waiting]);
  return { config, edit, state, flush: save };
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
