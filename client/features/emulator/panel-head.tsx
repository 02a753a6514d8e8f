import { ActionIcon, Button, Group, Title, Tooltip } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconArrowBackUp, IconArrowForwardUp, IconRotate } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { EmulatorStore } from "#predictions/emulator-store.ts";
import classes from "#predictions/parameters.module.css";

/** The title of the parameter panel, and what moves all sliders at once. */
export function PanelHead({ store }: { store: EmulatorStore }) {
  const { canUndo, canRedo } = store.useSteps();
  useUndoKeys(store);
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs" className={classes.head}>
      <Title order={2} id="parameters">
        Parameters
      </Title>
      <Group gap={2} wrap="nowrap">
        <Step label="Undo" keys="Ctrl+Z" isPossible={canUndo} go={store.undo}>
          <IconArrowBackUp size={15} />
        </Step>
        <Step label="Redo" keys="Ctrl+Shift+Z" isPossible={canRedo} go={store.redo}>
          <IconArrowForwardUp size={15} />
        </Step>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconRotate size={13} />}
          onClick={() => store.reset()}
        >
          Reset
        </Button>
      </Group>
    </Group>
  );
}

type StepProps = { label: string; keys: string; isPossible: boolean; go: () => void; children: ReactNode };

function Step({ label, keys, isPossible, go, children }: StepProps) {
  return (
    <Tooltip label={`${label} the last move of the sliders (${keys})`}>
      {/* A disabled button has no tooltip, and one that is disabled while it has the focus loses it. */}
      <ActionIcon
        size="sm"
        variant="subtle"
        aria-label={label}
        aria-keyshortcuts={keys.replace("Ctrl", "Control")}
        aria-disabled={!isPossible}
        opacity={isPossible ? 1 : 0.35}
        onClick={() => isPossible && go()}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}

const NOT_TYPED_IN = ["range", "checkbox", "radio", "button"];

/** In a field for text, the keys undo what was typed there. */
function isTypedIn(target: EventTarget | null): boolean {
  if (target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLInputElement) return !target.readOnly && !NOT_TYPED_IN.includes(target.type);
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Ctrl+Z takes the last move of the sliders back; Ctrl+Shift+Z and Ctrl+Y repeat it. */
function useUndoKeys(store: EmulatorStore): void {
  const unlessTyping = (go: () => void) => (event: KeyboardEvent) => {
    if (isTypedIn(event.target)) return;
    event.preventDefault();
    go();
  };
  const passive = { preventDefault: false };
  useHotkeys(
    [
      ["mod+Z", unlessTyping(store.undo), passive],
      ["mod+Shift+Z", unlessTyping(store.redo), passive],
      ["mod+Y", unlessTyping(store.redo), passive],
    ],
    // A slider is an input, too.
    [],
  );
}
