import type { SpecDraft } from "./draft.ts";
import { listOtherProblems, problemAt } from "./problems.ts";
import type { RowProps } from "./row-props.ts";
import type { ListName } from "./use-spec-form.ts";

/**
 * One item of a list of the manifest as a card edits it: how its fields are changed, and what is wrong with each.
 * @param shown the fields that show their own errors; the card shows the rest
 */
export function listItem<L extends ListName>(
  list: L,
  { item, index, problems, disabled, edit }: RowProps<L>,
  shown: readonly string[],
) {
  type Changes = Partial<SpecDraft[L][number]>;
  const place = `${list}[${index}]`;
  const at = (field: string) => problemAt(problems, `${place}.${field}`);
  const change = (changes: Changes) => edit.item(list, index, changes);
  return {
    at,
    change,
    /** The props of its card. */
    card: {
      name: item.name,
      problems: listOtherProblems(problems, place, shown),
      disabled,
      onRemove: () => edit.remove(list, index),
    },
    /** The props of a field of text. */
    text: (field: string, value: string, changes: (text: string) => Changes) => ({
      disabled,
      value,
      error: at(field),
      onText: (text: string) => change(changes(text)),
    }),
  };
}
