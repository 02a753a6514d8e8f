import { Group, UnstyledButton } from "@mantine/core";
import { type LegendItem, LegendMark } from "../legend.tsx";
import "../legend.css";

type Props = {
  items: readonly LegendItem[];
  /** The places of the traces that are not drawn. */
  hidden: ReadonlySet<number>;
  onToggle: (trace: number) => void;
};

/** A legend that hides and shows the traces. Outside the plot, so that it does not change the plot's size. */
export function LegendToggles({ items, hidden, onToggle }: Props) {
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
