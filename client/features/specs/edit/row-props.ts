import type { FieldErrors } from "#api/failure.ts";
import type { SpecDraft } from "./draft.ts";
import type { Edit, ListName } from "./use-spec-form.ts";

/** One item of a list of the manifest, its index and its errors. */
export type RowProps<L extends ListName> = {
  item: SpecDraft[L][number];
  index: number;
  problems: FieldErrors;
  disabled: boolean;
  edit: Edit;
};
