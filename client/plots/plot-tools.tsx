import { ActionIcon, Group, Menu, Tooltip } from "@mantine/core";
import { IconDownload, IconZoomReset } from "@tabler/icons-react";
import { counted } from "@understudy/shared/counted.ts";
import { memo, type ReactNode } from "react";
import { fileStem, saveFile } from "../ui/save-file.ts";
import { renderPng } from "./plot-image.ts";

/** A plot as a drawing and as numbers; made when it is asked for. */
export type PlotFiles = {
  readonly svg: () => Promise<string>;
  readonly csv: () => string;
  /** The size of the drawing in pixels. */
  readonly size: () => { readonly width: number; readonly height: number };
};

type PlotToolsProps = {
  label: string;
  /** null: it has no zoom. */
  onReset: (() => void) | null;
  files: PlotFiles;
  /** Points that the reader has selected, as numbers of their own; left out: none are selected. */
  selection?: { readonly count: number; readonly csv: () => string } | null;
  /** Further buttons, before the others. */
  children?: ReactNode;
};

/** Small buttons in the corner of a plot; a slider's step leaves them alone. */
export const PlotTools = memo(function PlotTools(props: PlotToolsProps) {
  const { label, onReset, files, selection = null, children } = props;
  const name = fileStem(label);
  const savePng = async () => {
    const { width, height } = files.size();
    saveFile(`${name}.png`, "image/png", await renderPng(await files.svg(), width, height));
  };
  const saveSvg = async () => saveFile(`${name}.svg`, "image/svg+xml", await files.svg());
  const saveCsv = (csv: () => string) => () => saveFile(`${name}.csv`, "text/csv", csv());
  return (
    <Group className="plot-tools" gap={2}>
      {children}
      {onReset !== null && (
        <Tooltip label="Reset zoom">
          <ActionIcon variant="default" size="sm" onClick={onReset} aria-label={`Reset zoom: ${label}`}>
            <IconZoomReset size={16} />
          </ActionIcon>
        </Tooltip>
      )}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            variant="default"
            size="sm"
            title="Download the plot"
            aria-label={`Download the plot: ${label}`}
          >
            <IconDownload size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => void savePng()}>PNG image</Menu.Item>
          <Menu.Item onClick={() => void saveSvg()}>SVG drawing</Menu.Item>
          <Menu.Item onClick={saveCsv(files.csv)}>CSV of its numbers</Menu.Item>
          {selection !== null && (
            <Menu.Item onClick={saveCsv(selection.csv)}>
              CSV of {counted(selection.count, "selected point")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
});
