import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useAction } from "../hooks/use-action.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import classes from "./delete-rows.module.css";
import { notifySuccess } from "./notify.ts";

type Props = {
  /** What is deleted, in the singular: "job". */
  item: string;
  ids: readonly number[];
  /** What else is deleted with one item, and with several. */
  consequences: { one: string; many: string };
  onDelete: (ids: number[]) => Promise<unknown>;
  onDeleted: (ids: readonly number[]) => void;
};

/** Deletes the selected rows of a list, once that is confirmed. */
export function DeleteRows({ item, ids, consequences, onDelete, onDeleted }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { run, busy } = useAction(`deleting the ${item}s`, { message: () => MESSAGES.deletingItems(item) });
  const what = ids.length === 1 ? `1 ${item}` : `${ids.length} ${item}s`;

  async function confirm(): Promise<void> {
    const deleted = await run(() => onDelete([...ids]).then(() => {}));
    close();
    if (!deleted) return;
    notifySuccess(MESSAGES.deletedItems(ids.length, item));
    onDeleted(ids);
  }

  return (
    <>
      <Button
        variant="default"
        size="sm"
        leftSection={<IconTrash size={16} />}
        // Its space is reserved, so that selecting a row does not shift the layout.
        className={classes.button}
        data-shown={ids.length > 0}
        onClick={open}
      >
        Delete {ids.length}
      </Button>
      <ConfirmDialog
        opened={opened}
        title={`Delete ${what}?`}
        text={ids.length === 1 ? consequences.one : consequences.many}
        confirmLabel={`Delete ${what}`}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </>
  );
}
