import "../legend.css";
import { ActionIcon, Group, Menu, UnstyledButton } from "@mantine/core";
import { IconArrowsMove, IconLasso, IconMarquee2, IconPointer, IconZoomInArea } from "@tabler/icons-react";
import { type LegendItem, LegendMark } from "../legend.tsx";

/** The effect of a drag over the plot; with false it has none, so that a finger scrolls the page. */
export type DragMode = "zoom" | "pan" | "select" | "lasso" | false;

const DRAG_MODES = [
  { mode: "zoom", label: "Zoom", Icon: IconZoomInArea, isForSelection: false },
  { mode: "pan", label: "Move", Icon: IconArrowsMove, isForSelection: false },
  { mode: "select", label: "Select in a box", Icon: IconMarquee2, isForSelection: true },
  { mode: "lasso", label: "Select with a lasso", Icon: IconLasso, isForSelection: true },
  { mode: false, label: "Read values only", Icon: IconPointer, isForSelection: false },
] as const;

type DrawingModesProps = {
  label: string;
  mode: DragMode;
  isSelectable: boolean;
  onMode: (mode: DragMode) => void;
};

/** A menu that chooses the effect of a drag over the plot. */
export function DrawingModes({ label, mode: chosen, isSelectable, onMode }: DrawingModesProps) {
  const modes = DRAG_MODES.filter(({ isForSelection }) => isSelectable || !isForSelection);
  const { Icon: ChosenIcon, label: chosenLabel } =
    DRAG_MODES.find(({ mode }) => mode === chosen) ?? DRAG_MODES[0];
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          variant="default"
          size="sm"
          title={`Dragging: ${chosenLabel}`}
          aria-label={`Choose what dragging does: ${label}`}
        >
          <ChosenIcon size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {modes.map(({ mode, label: name, Icon }) => (
          <Menu.Item
            key={name}
            leftSection={<Icon size={16} />}
            {...(mode === chosen && { fw: 600 })}
            onClick={() => onMode(mode)}
          >
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

type LegendTogglesProps = {
  items: readonly LegendItem[];
  /** The places of the traces that are not drawn. */
  hidden: ReadonlySet<number>;
  onToggle: (trace: number) => void;
};

/** A legend that hides and shows the traces. Outside the plot, so that it does not change the plot's size. */
export function LegendToggles({ items, hidden, onToggle }: LegendTogglesProps) {
  return (
    <Group component="ul" className="legend" gap="4px 16px">
      {items.map(({ label, color, kind }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: traces keep their order, and two may have one name
        <li key={at}>
          <UnstyledButton
            className="legend-item legend-toggle"
            aria-pressed={!hidden.has(at)}
            onClick={() => onToggle(at)}
          >
            <LegendMark color={color} kind={kind} />
            {label}
          </UnstyledButton>
        </li>
      ))}
    </Group>
  );
}
