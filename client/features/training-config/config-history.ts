import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import {
  createFieldReader,
  type FieldValue,
  formatFieldId,
  isSameValue,
  listFields,
  toChange,
} from "@understudy/shared/job-config/config-fields.ts";
import { single } from "#data/store.ts";

const MAX_STEPS = 100;
/** Edits of one field in quick succession, as of the letters of a word, are one step. */
const ONE_STEP_MS = 1_000;

/** The fields of an edit, each with its values before and after. */
type Step = { readonly fields: readonly (FieldValue & { readonly before: unknown })[]; readonly at: number };

/**
 * The undo history of one person's edits of a config. A field that somebody else has changed since is left as it is.
 * @param now a clock, in ms
 */
export function createConfigHistory(now: () => number = () => performance.now()) {
  let past: Step[] = [];
  let future: Step[] = [];
  const steps = single({ canUndo: false, canRedo: false });
  const update = () => steps.set({ canUndo: past.length > 0, canRedo: future.length > 0 });

  const nameFields = ({ fields }: Step): string => fields.map(formatFieldId).join();

  /** Goes back or forward until something changes. @returns null: nothing is left to change */
  function go(config: JobConfig, isUndo: boolean): JobConfigChange | null {
    const read = createFieldReader(config);
    for (;;) {
      const step = (isUndo ? past : future).pop();
      if (step === undefined) return null;
      const untouched = step.fields.filter((field) =>
        isSameValue(read(field), isUndo ? field.value : field.before),
      );
      if (untouched.length === 0) continue;
      (isUndo ? future : past).push({ fields: untouched, at: Number.NEGATIVE_INFINITY });
      return toChange(isUndo ? untouched.map((field) => ({ ...field, value: field.before })) : untouched);
    }
  }
  const goAndUpdate = (config: JobConfig, isUndo: boolean): JobConfigChange | null => {
    const change = go(config, isUndo);
    update();
    return change;
  };

  return {
    useSteps: steps.useValue,
    /** Call before a config is edited. */
    record: (config: JobConfig, change: JobConfigChange): void => {
      const read = createFieldReader(config);
      const fields = listFields(change).map((field) => ({ ...field, before: read(field) }));
      const step = { fields, at: now() };
      const last = past.at(-1);
      if (last !== undefined && nameFields(last) === nameFields(step) && step.at - last.at < ONE_STEP_MS) {
        const joined = fields.map((field, at) => ({ ...field, before: last.fields[at]?.before }));
        past = [...past.slice(0, -1), { fields: joined, at: step.at }];
      } else past = [...past, step].slice(-MAX_STEPS);
      future = [];
      update();
    },
    /** Returns the change that takes the last edit back; null: there is none. */
    undo: (config: JobConfig): JobConfigChange | null => goAndUpdate(config, true),
    /** Returns the change that repeats the edit that was taken back last; null: there is none. */
    redo: (config: JobConfig): JobConfigChange | null => goAndUpdate(config, false),
  };
}
export type ConfigHistory = ReturnType<typeof createConfigHistory>;
