import { Button, Group, Paper, Text, VisuallyHidden } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconDownload, IconGitCompare, IconX } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { readSimulationsCsv } from "#api/selected-simulations.ts";
import { useSimulationCounts } from "#data/jobs.ts";
import { updateAddress } from "#job/url-state.ts";
import { viewParts } from "#job/view-parts.ts";
import { saveFile } from "#ui/save-file.ts";
import { useAction } from "#ui/use-action.ts";
import { useClearByEscape } from "#ui/use-clear-by-escape.ts";
import {
  describeSelected,
  findPlace,
  type KindCounts,
  listSelected,
  type SelectedItem,
  type Selection,
  usePageSelection,
} from "./page-selection.ts";
import classes from "./selection-bar.module.css";

/** A file of what is selected, with its name without the ending. */
export type SelectionFile = { readonly name: string; readonly csv: string };

type Props = {
  job: Job;
  /** The page has so many rows or designs; left out: it shows simulations alone. */
  counts?: KindCounts;
  /** Called with one selected row or design after the other. */
  onCompare?: (item: SelectedItem) => void;
  /** Makes the files of the selected rows or designs. */
  makeFiles?: (selection: Selection) => Promise<readonly SelectionFile[]>;
  /** Opens one selected simulation after the other; left out: on the tab of simulations. */
  openSimulation?: (id: number) => void;
  /** Returns the address of the emulator's page with the sliders at a row or design; null: it has no emulator. */
  findEmulatorPath?: (item: SelectedItem) => string | null;
};

const NO_FILES = async () => [];

/** A bar that counts what is selected in the plots and tables of the page. It is in view wherever the page is scrolled to. */
export function SelectionBar({ job, counts, openSimulation = showSimulation, ...props }: Props) {
  const { onCompare, makeFiles = NO_FILES, findEmulatorPath } = props;
  const { get, clear, useSelection } = usePageSelection();
  const selection = useSelection();
  const { planned = 0, complete = 0, failed = 0 } = useSimulationCounts(job) ?? {};
  const kindCounts = { ...counts, simulation: isActive(job.status) ? planned : complete + failed };
  const text = describeSelected(selection, kindCounts);
  const isShown = text !== "";
  useClearByEscape(isShown, clear);
  const [compared, setCompared] = useState<SelectedItem | null>(null);
  const { run, busy } = useAction("reading what is selected");
  const items = listSelected(selection, kindCounts);
  const [first = null] = items;
  const place = findPlace(items, compared);
  const compare = () => {
    const next = items[(place + 1) % items.length];
    if (next === undefined) return;
    setCompared(next);
    if (next.kind === "simulation") openSimulation(next.number);
    else onCompare?.(next);
  };
  const save = () =>
    run(async () => {
      const files =
        first?.kind === "simulation"
          ? [{ name: "selected-simulations", csv: await readSimulationsCsv(job.id, get().simulation ?? []) }]
          : await makeFiles(get());
      for (const { name, csv } of files) saveFile(`${name}.csv`, "text/csv", csv);
    });
  const shownItem = place === -1 ? first : compared;
  const emulatorPath =
    shownItem === null || shownItem.kind === "simulation" ? null : findEmulatorPath?.(shownItem);
  return (
    <>
      <VisuallyHidden role="status">{text}</VisuallyHidden>
      {isShown && (
        <Paper withBorder shadow="md" component="section" aria-label="Selection" className={classes.bar}>
          <Text size="sm" fw={600} aria-hidden="true">
            {text}
          </Text>
          <Group gap={6}>
            <Button
              size="compact-sm"
              variant="light"
              leftSection={<IconGitCompare size={15} />}
              disabled={items.length === 0}
              onClick={compare}
            >
              {place === -1 ? "Compare" : "Compare the next"}
            </Button>
            {emulatorPath != null && (
              <Button
                component={Link}
                to={emulatorPath}
                size="compact-sm"
                variant="light"
                leftSection={<IconAdjustmentsHorizontal size={15} />}
              >
                Open in emulator
              </Button>
            )}
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconDownload size={15} />}
              loading={busy}
              disabled={items.length === 0}
              onClick={() => void save()}
            >
              Download CSV
            </Button>
            <Button size="compact-sm" variant="subtle" leftSection={<IconX size={15} />} onClick={clear}>
              Clear
            </Button>
          </Group>
        </Paper>
      )}
    </>
  );
}

/** Opens a simulation on its tab of the page, which keeps the selection. */
function showSimulation(id: number): void {
  updateAddress({ simulation: String(id) });
  viewParts.show({ ...viewParts.read(), tab: "simulations" });
  viewParts.release();
}
