/**
 * The single fields of a config. A change names some of them, and may say which values it is based on: a field that holds another
 * value by now was changed by somebody else meanwhile.
 */
import {
  type ConfigField,
  type FieldEdit,
  type JobConfig,
  type JobConfigChange,
  jobConfigChange,
} from "../api/job-config.ts";
import { MESSAGES } from "../messages/messages.ts";
import { drawnOver } from "./derived.ts";

export type FieldValue = ConfigField & { readonly value: unknown };

/** Who changed the focus regions stands among the last edits of the config, although the regions are no part of it. */
export const FOCUS_REGIONS_FIELD: ConfigField = { part: "config", name: "", key: "focus_regions" };

/** The same holds for the distributions of the inputs. */
export const distributionField = (name: string): ConfigField => ({
  part: "inputs",
  name,
  key: "distribution",
});
export const AROUND_FIELD: ConfigField = { part: "config", name: "", key: "around" };
export const SCORE_LIMIT_FIELD: ConfigField = { part: "config", name: "", key: "least_score" };

const COLUMN_PARTS = ["inputs", "outputs", "coordinates"] as const;

/** A config remembers who changed the last so many fields. */
const MAX_FIELD_EDITS = 200;

/** Identifies a field, as the key of a map. */
export const formatFieldId = ({ part, name, key }: ConfigField): string => JSON.stringify([part, name, key]);

/** A value that is absent is none. */
export const isSameValue = (a: unknown, b: unknown): boolean =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

function toFields(part: ConfigField["part"], name: string, values: object): FieldValue[] {
  return Object.entries(values).flatMap(([key, value]: [string, unknown]) =>
    value === undefined ? [] : [{ part, name, key, value }],
  );
}

/** Returns the fields that a change sets, with their new values. */
export function listFields(change: JobConfigChange): FieldValue[] {
  const { coordinate_name, data_options, training = {} } = change;
  const columns = COLUMN_PARTS.flatMap((part) =>
    (change[part] ?? []).flatMap(({ name, ...values }) => toFields(part, name, values)),
  );
  return [
    ...columns,
    ...toFields("training", "", training),
    ...toFields("config", "", { coordinate_name, data_options }),
  ];
}

/** Returns the change that sets these fields. */
export function toChange(fields: readonly FieldValue[]): JobConfigChange {
  const change: Record<string, unknown> = {};
  const columns = new Map<string, Record<string, unknown>>();
  const training: Record<string, unknown> = {};
  for (const { part, name, key, value } of fields) {
    if (part === "config") change[key] = value;
    else if (part === "training") training[key] = value;
    else {
      const id = JSON.stringify([part, name]);
      columns.set(id, { ...columns.get(id), name, [key]: value });
    }
  }
  for (const part of COLUMN_PARTS) {
    const items = [...columns].flatMap(([id, item]) => (id.startsWith(`["${part}"`) ? [item] : []));
    if (items.length > 0) change[part] = items;
  }
  if (Object.keys(training).length > 0) change.training = training;
  return jobConfigChange.parse(change);
}

/** Creates the function that reads fields of a config. A column that the config does not have gives undefined. */
export function createFieldReader(config: JobConfig): (field: ConfigField) => unknown {
  const columns = new Map<string, object>();
  for (const part of COLUMN_PARTS) {
    for (const item of config[part]) columns.set(JSON.stringify([part, item.name]), item);
  }
  // An output that is drawn over a coordinate that turns back has the coordinate elsewhere.
  const drawn = new Map(config.outputs.map((output) => [output.name, drawnOver(output)]));
  return ({ part, name, key }) => {
    if (part === "outputs" && key === "coordinate_name") return drawn.get(name);
    const holder =
      part === "config"
        ? config
        : part === "training"
          ? config.training
          : columns.get(JSON.stringify([part, name]));
    return holder === undefined ? undefined : Reflect.get(holder, key);
  };
}

/** Returns the values that a config has in the fields that a change sets. */
export function readBase(config: JobConfig, change: JobConfigChange): JobConfigChange {
  const read = createFieldReader(config);
  const fields = listFields(change).map((field) => ({ ...field, value: read(field) }));
  return toChange(fields.filter(({ value }) => value !== undefined));
}

/**
 * Returns the fields of a change that hold another value than the one it is based on, with the value that they hold. A field that
 * holds the new value already is none of them, nor is one whose base the change does not say.
 */
export function findConflicts(config: JobConfig, change: JobConfigChange): FieldValue[] {
  if (change.base === undefined) return [];
  const base = new Map(listFields(change.base).map((field) => [formatFieldId(field), field.value]));
  const read = createFieldReader(config);
  return listFields(change).flatMap((field) => {
    const id = formatFieldId(field);
    const value = read(field);
    const isSeen = !base.has(id) || isSameValue(value, base.get(id)) || isSameValue(value, field.value);
    return isSeen ? [] : [{ ...field, value }];
  });
}

type Edit = Pick<FieldEdit, "by" | "time">;

/** Returns the last edits of a config with those that a change has made. @param before the config without the change */
export function recordEdits(
  before: JobConfig,
  after: JobConfig,
  change: JobConfigChange,
  edit: Edit,
): FieldEdit[] {
  const [readBefore, readAfter] = [createFieldReader(before), createFieldReader(after)];
  const fields = listFields(change).filter((field) => !isSameValue(readBefore(field), readAfter(field)));
  return addEdits(before, fields, edit);
}

/** Returns the last edits of a config with those of these fields, which were changed by one person at one time. */
export function addEdits(
  { field_edits }: Pick<JobConfig, "field_edits">,
  fields: readonly ConfigField[],
  { by, time }: Edit,
): FieldEdit[] {
  const edits = fields.map(({ part, name, key }) => ({ part, name, key, by, time }));
  const ids = new Set(edits.map(formatFieldId));
  const earlier = field_edits.filter((edit) => !ids.has(formatFieldId(edit)));
  return [...edits, ...earlier].slice(0, MAX_FIELD_EDITS);
}

const FIELD_LABELS: Readonly<Record<string, string>> = {
  display: "Display name",
  unit: "Unit",
  multiplier: "Multiplier",
  type: "Type",
  is_integer: "Type",
  fixed: "Fixed",
  initval: "Value",
  ignored: "Leave out",
  coordinate_name: "Coordinate",
  grid_columns: "Grid",
  validation_percentage: "Validation set",
  group_by: "Groups of rows",
  effort: "Effort",
  train_on: "Place of training",
  resource_id: "Server",
  data_options: "Data options",
  focus_regions: "Focus regions",
  distribution: "Distribution",
  around: "the design that the distributions lie around",
  least_score: "the score from which on a design is good",
};

/** Names a field as its page does: `Unit of gate_length`. */
export function formatField({ name, key }: ConfigField): string {
  const label = FIELD_LABELS[key] ?? key;
  return name === "" ? label : `${label} of ${name}`;
}

/** Formats the value of a field for a sentence: `“nm”`. @param maxLength longer values are cut, so that the sentence stays one */
export function formatFieldValue(value: unknown, maxLength = 60): string {
  if (typeof value === "boolean") return value ? "on" : "off";
  const text = Array.isArray(value) ? value.join(", ") : formatPlainValue(value);
  if (text === "") return "nothing";
  const characters = Array.from(text);
  return characters.length > maxLength ? `“${characters.slice(0, maxLength - 1).join("")}…”` : `“${text}”`;
}

const formatPlainValue = (value: unknown): string =>
  typeof value === "string" ? value : value == null ? "" : JSON.stringify(value);

/** Finds the person who changed a field last, among the last edits of a config. */
export const findEditor = ({ field_edits }: Pick<JobConfig, "field_edits">, field: ConfigField) =>
  field_edits.find((edit) => formatFieldId(edit) === formatFieldId(field)) ?? null;

/** An edit of one person that somebody else has overruled. */
export type OverruledEdit = {
  readonly field: ConfigField;
  /** The value that this person gave the field. */
  readonly personValue: unknown;
  /** The value that it has now. */
  readonly present: unknown;
  /** The person who changed it; null: it is not known. */
  readonly by: string | null;
  /** True: this person's edit was stored, and changed afterwards. False: it was not stored, because somebody else was first. */
  readonly wasStored: boolean;
};

/** Says who has overruled an edit, with both values. */
export function formatOverruled({ field, personValue, present, by, wasStored }: OverruledEdit): string {
  const change = MESSAGES.fieldChanged(
    by ?? MESSAGES.somebody,
    formatField(field),
    formatFieldValue(present),
  );
  const value = formatFieldValue(personValue);
  return wasStored ? `${change} You had chosen ${value}.` : `${change} Your ${value} was not saved.`;
}
