import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconDownload, IconZoomReset } from "@tabler/icons-react";
import { fileStem, saveFile } from "../components/save-file.ts";

type PlotToolsProps = { label: string; onReset: () => void; toSvg: () => Promise<string> };

/** Small buttons in the corner of a plot. */
export function PlotTools({ label, onReset, toSvg }: PlotToolsProps) {
  return (
    <Group className="plot-tools" gap={2}>
      <Tooltip label="Reset zoom">
        <ActionIcon variant="default" size="sm" onClick={onReset} aria-label={`Reset zoom: ${label}`}>
          <IconZoomReset size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Save as SVG">
        <ActionIcon
          variant="default"
          size="sm"
          onClick={() => void toSvg().then((svg) => saveFile(`${fileStem(label)}.svg`, "image/svg+xml", svg))}
          aria-label={`Save as SVG: ${label}`}
        >
          <IconDownload size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
