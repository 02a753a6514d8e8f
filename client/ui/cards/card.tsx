import { ActionIcon, Paper, Text, Title } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { type DragEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";
import classes from "./card.module.css";
import { CardGrip, CardMenu } from "./card-menu.tsx";
import { type CardControls, useCardControls } from "./use-card-layout.ts";

type Props = {
  /** Its name in the page's address, after the `#`. */
  name: string;
  title: string;
  /** A sentence under the title. */
  note?: ReactNode;
  /** Choices about its content stand at the right of the title. */
  tools?: ReactNode;
  /** Two of them stand side by side where there is room. */
  isHalf?: boolean;
  children: ReactNode;
};

/** A part of a page with a title. Among the cards of a page it can be collapsed, moved, and linked to. */
export function Card({ name, title, note, tools, isHalf = false, children }: Props) {
  const controls = useCardControls();
  const section = useRef<HTMLElement>(null);
  const titleId = useId();
  const bodyId = useId();
  useLink(name, section, controls);
  const { side, handlers } = useDropTarget(name, controls);
  const isCollapsed = controls?.isCollapsed(name) ?? false;
  return (
    <Paper
      withBorder
      component="section"
      ref={section}
      id={name}
      className={classes.card}
      aria-labelledby={titleId}
      data-half={isHalf || undefined}
      data-collapsed={isCollapsed || undefined}
      data-drop={side ?? undefined}
      data-dragged={controls?.dragged === name || undefined}
      {...handlers}
    >
      <header className={classes.head}>
        {controls !== null && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size={24}
            className={classes.chevron}
            aria-label={`${isCollapsed ? "Expand" : "Collapse"}: ${title}`}
            aria-expanded={!isCollapsed}
            aria-controls={bodyId}
            onClick={() => controls.toggle(name)}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        )}
        <div className={classes.titles}>
          <Title order={2} id={titleId}>
            {title}
          </Title>
          {note !== undefined && !isCollapsed && (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          )}
        </div>
        {!isCollapsed && <div className={classes.tools}>{tools}</div>}
        {controls !== null && (
          <div className={classes.actions}>
            <CardGrip {...{ name, title, section, controls }} />
            <CardMenu name={name} title={title} isCollapsed={isCollapsed} controls={controls} />
          </div>
        )}
      </header>
      <div id={bodyId} className={classes.body} hidden={isCollapsed}>
        {!isCollapsed && children}
      </div>
    </Paper>
  );
}

/** Opens a card that the address names, and brings it into view when it appears and whenever its link is followed. */
function useLink(name: string, section: React.RefObject<HTMLElement | null>, controls: CardControls | null) {
  const latest = useRef(controls);
  latest.current = controls;
  useEffect(() => {
    const follow = () => {
      if (latest.current === null || decodeURIComponent(window.location.hash.slice(1)) !== name) return;
      if (latest.current.isCollapsed(name)) latest.current.toggle(name);
      section.current?.scrollIntoView();
    };
    follow();
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, [name, section]);
}

/** Above or below the middle of the card under the pointer. */
function findSide({ currentTarget, clientY }: DragEvent): "before" | "after" {
  const { top, height } = currentTarget.getBoundingClientRect();
  return clientY < top + height / 2 ? "before" : "after";
}

/** Takes the card that is dragged where it is dropped on this one, and says at which side it would be put. */
function useDropTarget(name: string, controls: CardControls | null) {
  const [side, setSide] = useState<"before" | "after" | null>(null);
  const dragged = controls?.dragged ?? null;
  if (controls === null || dragged === null || dragged === name) return { side: null, handlers: {} };
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setSide(findSide(event));
    },
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setSide(null);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setSide(null);
      controls.drag(null);
      controls.place(dragged, name, findSide(event));
    },
  };
  return { side, handlers };
}
