import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronUp,
  IconDots,
  IconGripVertical,
  IconLink,
  IconRestore,
} from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useRef } from "react";
import { notifyError, notifySuccess } from "../banner-messages.ts";
import { copyText } from "../copy-text.ts";
import classes from "./card.module.css";
import type { CardControls } from "./use-card-layout.ts";

type GripProps = {
  name: string;
  title: string;
  section: React.RefObject<HTMLElement | null>;
  controls: CardControls;
};

/** The part of a card's head with which a mouse drags it; the menu does the same for a keyboard. */
export function CardGrip({ name, title, section, controls }: GripProps) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: for the mouse alone; the menu beside it moves the card too
    <span
      className={classes.grip}
      draggable
      title="Drag to move this card"
      onDragStart={({ dataTransfer }) => {
        // Firefox drags only what has data.
        dataTransfer.setData("text/plain", title);
        dataTransfer.effectAllowed = "move";
        if (section.current !== null) dataTransfer.setDragImage(section.current, 24, 16);
        controls.drag(name);
      }}
      onDragEnd={() => controls.drag(null)}
    >
      <IconGripVertical size={15} aria-hidden />
    </span>
  );
}

async function copyLink(name: string): Promise<void> {
  const link = new URL(window.location.href);
  link.hash = name;
  if (await copyText(link.href)) notifySuccess(MESSAGES.cardLinkCopied);
  else notifyError(MESSAGES.action("copying the link"));
}

type Props = { name: string; title: string; isCollapsed: boolean; controls: CardControls };

/** The menu of a card: its link, its collapse and its moves. */
export function CardMenu({ name, title, isCollapsed, controls }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const { moved } = controls;
  // A card that is moved in the document loses the focus.
  useEffect(() => {
    if (moved?.name !== name) return;
    button.current?.focus({ preventScroll: true });
    button.current?.scrollIntoView({ block: "nearest" });
  }, [moved, name]);
  const Fold = isCollapsed ? IconChevronDown : IconChevronUp;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon
          ref={button}
          variant="subtle"
          color="gray"
          size={24}
          className={classes.menu}
          aria-label={`Card actions: ${title}`}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconLink size={14} />} onClick={() => void copyLink(name)}>
          Copy link to this card
        </Menu.Item>
        <Menu.Item leftSection={<Fold size={14} />} onClick={() => controls.toggle(name)}>
          {isCollapsed ? "Expand" : "Collapse"}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowUp size={14} />}
          disabled={!controls.canMove(name, -1)}
          onClick={() => controls.move(name, -1)}
        >
          Move up
        </Menu.Item>
        <Menu.Item
          leftSection={<IconArrowDown size={14} />}
          disabled={!controls.canMove(name, 1)}
          onClick={() => controls.move(name, 1)}
        >
          Move down
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconRestore size={14} />}
          disabled={controls.isUsual}
          onClick={controls.reset}
        >
          Reset all cards
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
