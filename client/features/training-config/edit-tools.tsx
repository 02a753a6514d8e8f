import {
  formatFieldId,
  formatFieldValue,
  formatOverruled,
} from "@understudy/shared/job-config/config-fields.ts";
import { OverruledList } from "#ui/overruled-list.tsx";
import type { ConfigEditor } from "./use-config-editor.ts";

type OverruledProps = { editor: Pick<ConfigEditor, "overruled" | "settle"> };

/** The edits of this person that others have overruled, each with a button that puts the person's value back. */
export function OverruledEdits({ editor: { overruled, settle } }: OverruledProps) {
  return (
    <OverruledList
      items={overruled.map((edit) => ({
        key: formatFieldId(edit.field),
        text: formatOverruled(edit),
        action: edit.wasStored ? "Undo" : `Use ${formatFieldValue(edit.personValue)}`,
        onTake: () => settle(edit, true),
        onLeave: () => settle(edit, false),
      }))}
    />
  );
}
