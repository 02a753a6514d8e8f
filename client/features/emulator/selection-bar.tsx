import { Button, Group, Paper, Text, VisuallyHidden } from "@mantine/core";
import { IconDownload, IconGitCompare, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { useClearByEscape } from "#plots/analysis/use-clear-by-escape.ts";
import { describeSelected, findNextSelected, isEmpty, type SelectedRow } from "#predictions/row-selection.ts";
import { saveFile } from "#ui/save-file.ts";
import { useAction } from "#ui/use-action.ts";
import { readSelectedRows, selectedRowsCsv } from "./selected-rows.ts";
import classes from "./selection-bar.module.css";
import type { ViewProps } from "./view-props.ts";

type Props = Pick<ViewProps, "store" | "config" | "choose"> & { jobId: number };

/** The rows that are selected in the plots of the page, in view wherever the page is scrolled to. */
export function SelectionBar({ jobId, config, store, choose }: Props) {
  const selection = store.selection.useSelection();
  const text = describeSelected(selection, config.data_set_sizes);
  useClearByEscape(!isEmpty(selection), store.selection.clear);
  const [compared, setCompared] = useState<SelectedRow | null>(null);
  const { run, busy } = useAction("reading the selected rows");
  const compare = () => {
    const next = findNextSelected(selection, compared);
    if (next === null) return;
    setCompared(next);
    choose({ comparison: next.set === "training" ? "Training" : "Validation" });
    store.goToRow(next.set, next.row);
  };
  const save = () =>
    run(async () => {
      const rows = await readSelectedRows(jobId, selection);
      saveFile("selected-rows.csv", "text/csv", selectedRowsCsv(config, rows));
    });
  const isShown = !isEmpty(selection);
  const isComparing = compared !== null && selection[compared.set].has(compared.row);
  return (
    <>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      {isShown && (
        <Paper withBorder shadow="md" component="section" aria-label="Selected rows" className={classes.bar}>
          <Text size="sm" fw={600} aria-hidden="true">
            {text}
          </Text>
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconGitCompare size={15} />}
              onClick={compare}
            >
              {isComparing ? "Compare the next" : "Compare"}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={15} />}
              loading={busy}
              onClick={() => void save()}
            >
              Download CSV
            </Button>
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<IconX size={15} />}
              onClick={store.selection.clear}
            >
              Clear
            </Button>
          </Group>
        </Paper>
      )}
    </>
  );
}
