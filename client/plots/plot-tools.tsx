import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconDownload, IconZoomReset } from "@tabler/icons-react";

const fileName = (label: string): string =>
  `${label.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "")}.svg`;

/** Saves a drawn plot as a file that stays sharp in a report. */
function save(svg: string, label: string): void {
  const file = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  const link = document.createElement("a");
  link.href = file;
  link.download = fileName(label);
  link.click();
  URL.revokeObjectURL(file);
}

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
          onClick={() => void toSvg().then((svg) => save(svg, label))}
          aria-label={`Save as SVG: ${label}`}
        >
          <IconDownload size={16} />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}
