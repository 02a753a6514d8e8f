/** The edits of this person: they are taken back for the person alone, and shown with both values where others overrule them. */
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import {
  createFieldReader,
  type FieldValue,
  findConflicts,
  findEditor,
  formatFieldId,
  isSameValue,
  listFields,
  type OverruledEdit,
  toChange,
} from "@understudy/shared/job-config/config-fields.ts";
import { createEditHistory } from "#ui/edit-history.ts";

/** Takes further overruled edits; of one field the latest stays. */
export function joinOverruled(
  edits: readonly OverruledEdit[],
  further: readonly OverruledEdit[],
): readonly OverruledEdit[] {
  const ids = new Set(further.map(({ field }) => formatFieldId(field)));
  return [...edits.filter(({ field }) => !ids.has(formatFieldId(field))), ...further];
}

/** A field as this person has stored it, and the time of that by the server's clock. */
type StoredEdit = FieldValue & { readonly time: string };

/** Remembers this person's edits of a config, and finds those that others change afterwards. */
export function createOwnEdits(userId: number) {
  const edits = new Map<string, StoredEdit>();
  return {
    /** @param answer the config with the change */
    stored: (change: JobConfigChange, answer: JobConfig): void => {
      for (const field of listFields(change)) {
        const time = findEditor(answer, field)?.time;
        if (time !== undefined) edits.set(formatFieldId(field), { ...field, time });
      }
    },
    /** Returns the edits that the present config shows as changed by others. Each is returned once. */
    takeOverruled: (config: JobConfig): OverruledEdit[] => {
      if (edits.size === 0) return [];
      const read = createFieldReader(config);
      return [...edits].flatMap(([id, { time, value: personValue, ...field }]) => {
        const present = read(field);
        const last = findEditor(config, field);
        // An answer may arrive late: it shows the field as it was before.
        if (isSameValue(present, personValue) || last === null || last.time <= time) return [];
        edits.delete(id);
        return last.by.id === userId
          ? []
          : [{ field, personValue, present, by: last.by.name, wasStored: true }];
      });
    },
  };
}

/** Finds the edits of a refused change that lie on top of newer values. @param typedChange the values that this person has typed by now */
export function findRefused(
  config: JobConfig,
  change: JobConfigChange,
  typedChange: JobConfigChange,
): OverruledEdit[] {
  const typed = new Map(listFields(typedChange).map((field) => [formatFieldId(field), field.value]));
  return findConflicts(config, change).map(({ value: present, ...field }) => ({
    field,
    personValue: typed.get(formatFieldId(field)),
    present,
    by: findEditor(config, field)?.by.name ?? null,
    wasStored: false,
  }));
}

/**
 * The undo history of one person's edits of a config.
 * @param now a clock, in ms
 */
export function createConfigHistory(now?: () => number) {
  const history = createEditHistory<unknown, FieldValue>({ formatId: formatFieldId, ...(now && { now }) });
  const toChangeOrNull = (fields: readonly FieldValue[] | null): JobConfigChange | null =>
    fields === null ? null : toChange(fields);
  return {
    useSteps: history.useSteps,
    /** Call before a config is edited. */
    record: (config: JobConfig, change: JobConfigChange): void => {
      const read = createFieldReader(config);
      history.record(listFields(change).map((field) => ({ ...field, before: read(field) })));
    },
    /** Returns the change that takes the last edit back; null: there is none. */
    undo: (config: JobConfig): JobConfigChange | null =>
      toChangeOrNull(history.undo(createFieldReader(config))),
    /** Returns the change that repeats the edit that was taken back last; null: there is none. */
    redo: (config: JobConfig): JobConfigChange | null =>
      toChangeOrNull(history.redo(createFieldReader(config))),
  };
}
export type ConfigHistory = ReturnType<typeof createConfigHistory>;
