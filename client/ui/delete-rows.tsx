import { Button } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconTrash } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notifySuccess } from "./banner-messages.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import classes from "./delete-rows.module.css";
import { useAction } from "./use-action.ts";

type Props = {
  /** The noun for a row, in the singular: "job". */
  item: string;
  ids: readonly number[];
  /** The text about what else is deleted with a single row, and with several. */
  consequences: { single: string; many: string };
  onDelete: (ids: number[]) => Promise<unknown>;
  onDeleted: (ids: readonly number[]) => void;
};

/** Deletes the selected rows of a list, once that is confirmed. */
export function DeleteRows({ item, ids, consequences, onDelete, onDeleted }: Props) {
  const [opened, { open, close }] = useDisclosure(false);
  const { run, busy } = useAction(`deleting the ${item}s`, { message: () => MESSAGES.deletingItems(item) });
  const countedRows = ids.length === 1 ? `1 ${item}` : `${ids.length} ${item}s`;

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
        title={`Delete ${countedRows}?`}
        text={ids.length === 1 ? consequences.single : consequences.many}
        confirmLabel={`Delete ${countedRows}`}
        busy={busy}
        onConfirm={() => void confirm()}
        onClose={close}
      />
    </>
  );
}
