/** A spec template: a form whose answers make a manifest and the files that go with it. */

import type { SpecTemplate } from "@understudy/shared/api/spec.ts";
import { ownValue } from "@understudy/shared/own-value.ts";
import type { WrittenManifest } from "../check/written.ts";
import { problemOfPath } from "../language/paths.ts";

/** Values by field key; of a File and FileList the names of files. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>;
export type TemplateFiles = ReadonlyMap<string, string | Uint8Array | null>;

export type Template = SpecTemplate & {
  /** Reports into `fields`; what it answers is used only if nothing was reported. */
  readonly make: (fields: Fields) => Made;
};

export type Made = {
  readonly manifest: WrittenManifest;
  /** Texts that are added to the uploaded files, by path. */
  readonly added: ReadonlyMap<string, string>;
  /** The field under which a problem of the manifest is shown, by the first key of its place. */
  readonly fieldOf: Readonly<Record<string, string>>;
};

type Field = SpecTemplate["fields"][number];

export const fileField = (key: string, name: string, description: string): Field => ({
  ...{ key, name, description, type: "File", required: true, choices: null },
});
export const filesField = (key: string, name: string, description: string): Field => ({
  ...{ key, name, description, type: "FileList", required: false, choices: null },
});
export const textField = (key: string, name: string, description: string, required = false): Field => ({
  ...{ key, name, description, type: "String", required, choices: null },
});
export const selectField = (
  key: string,
  name: string,
  description: string,
  choices: readonly (readonly [name: string, display_name: string, help_text: string])[],
): Field => ({
  ...{ key, name, description, type: "Select", required: true },
  choices: choices.map(([name, display_name, help_text]) => ({ name, display_name, help_text })),
});

export type Fields = {
  /** Trimmed; empty where nothing was given. */
  text(key: string): string;
  files(key: string): readonly string[];
  /** The text of an uploaded file; null, and reported under `key`, where it is none. */
  read(key: string, file: string): string | null;
  /** All uploaded files that are texts. */
  readonly texts: ReadonlyMap<string, string>;
  report(key: string, message: string): void;
};

const MAX_PER_FIELD = 20;

/** The answers of a form, with what is missing or impossible among them reported. */
export function readFields(
  template: SpecTemplate,
  values: FieldValues,
  texts: ReadonlyMap<string, string>,
  files: TemplateFiles,
): { fields: Fields; errors: Record<string, string[]> } {
  const errors: Record<string, string[]> = {};
  const report = (key: string, message: string) => {
    const messages = errors[key] ?? [];
    if (messages.length < MAX_PER_FIELD && !messages.includes(message)) errors[key] = [...messages, message];
  };
  const listValues = (key: string): string[] => {
    const value = ownValue(values, key);
    return value === undefined
      ? []
      : [value]
          .flat()
          .map((entry) => entry.trim())
          .filter((entry) => entry !== "");
  };
  for (const { key, name, type, required, choices } of template.fields) {
    const fieldValues = listValues(key);
    if (required && fieldValues.length === 0) report(key, `${name} is required`);
    if (
      type === "Select" &&
      fieldValues[0] !== undefined &&
      !choices?.some((choice) => choice.name === fieldValues[0])
    )
      report(key, `${fieldValues[0]} is not one of the choices`);
    if (type !== "File" && type !== "FileList") continue;
    for (const file of fieldValues) {
      if (!files.has(file)) report(key, `${file} was not uploaded`);
      const problem = problemOfPath(file);
      if (problem !== null) report(key, problem);
    }
  }
  return {
    errors,
    fields: {
      texts,
      report,
      text: (key) => listValues(key).join("\n"),
      files: listValues,
      read: (key, file) => {
        const text = texts.get(file);
        if (text === undefined && files.has(file)) report(key, `${file} is not a text file`);
        return text ?? null;
      },
    },
  };
}
