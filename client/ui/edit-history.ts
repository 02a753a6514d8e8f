import { isSameValue } from "@understudy/shared/job-config/config-fields.ts";
import { single } from "#data/store.ts";

const MAX_STEPS = 100;
/** Edits of one field in quick succession, as of the letters of a word, are one step. */
const ONE_STEP_MS = 1_000;

type Options<Field> = {
  /** Identifies a field. */
  formatId: (field: Field) => string;
  /** A clock, in ms. */
  now?: () => number;
};

/**
 * The undo history of one person's edits of something that others edit, too. A field that somebody else has changed since is left
 * as it is.
 */
export function createEditHistory<Value, Field extends { readonly value: Value }>({
  formatId,
  now = () => performance.now(),
}: Options<Field>) {
  /** A field with its values after and before an edit. */
  type EditedField = Field & { readonly before: Value };
  type Step = { readonly fields: readonly EditedField[]; readonly at: number };
  let past: Step[] = [];
  let future: Step[] = [];
  const steps = single({ canUndo: false, canRedo: false });
  const update = () => steps.set({ canUndo: past.length > 0, canRedo: future.length > 0 });

  const nameFields = ({ fields }: Step): string => fields.map(formatId).join();

  /** Goes back or forward until something changes. @returns null: nothing is left to change */
  function go(read: (field: Field) => unknown, isUndo: boolean): Field[] | null {
    for (;;) {
      const step = (isUndo ? past : future).pop();
      if (step === undefined) return null;
      const untouched = step.fields.filter((field) =>
        isSameValue(read(field), isUndo ? field.value : field.before),
      );
      if (untouched.length === 0) continue;
      (isUndo ? future : past).push({ fields: untouched, at: Number.NEGATIVE_INFINITY });
      return isUndo ? untouched.map((field) => ({ ...field, value: field.before })) : untouched;
    }
  }
  const goAndUpdate = (read: (field: Field) => unknown, isUndo: boolean): Field[] | null => {
    const fields = go(read, isUndo);
    update();
    return fields;
  };

  return {
    useSteps: steps.useValue,
    record: (fields: readonly EditedField[]): void => {
      const step = { fields, at: now() };
      const last = past.at(-1);
      if (last !== undefined && nameFields(last) === nameFields(step) && step.at - last.at < ONE_STEP_MS) {
        const joined = fields.map((field, at) => {
          const earlier = last.fields[at];
          return earlier === undefined ? field : { ...field, before: earlier.before };
        });
        past = [...past.slice(0, -1), { fields: joined, at: step.at }];
      } else past = [...past, step].slice(-MAX_STEPS);
      future = [];
      update();
    },
    /** Returns the fields with the values that take the last edit back; null: there is none. @param read reads the present value */
    undo: (read: (field: Field) => unknown): Field[] | null => goAndUpdate(read, true),
    /** Returns the fields with the values that repeat the edit that was taken back last; null: there is none. */
    redo: (read: (field: Field) => unknown): Field[] | null => goAndUpdate(read, false),
  };
}
