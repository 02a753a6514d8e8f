import type { FieldErrors } from "../api/failure.ts";

/** The server's problems with one field, as the text under it; null when there are none. */
export const fieldError = (fields: FieldErrors | undefined, name: string): string | null =>
  fields?.[name]?.join(" ") ?? null;
