import { Group } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./edit-steps.module.css";
import { StepButton, useUndoKeys } from "./undo-steps.tsx";

type Props = {
  history: {
    readonly useSteps: () => { readonly canUndo: boolean; readonly canRedo: boolean };
    readonly undo: () => void;
    readonly redo: () => void;
  };
};

/** Takes back and repeats this person's edits of what others edit, too, by buttons and by keys. */
export function EditSteps({ history }: Props) {
  const { canUndo, canRedo } = history.useSteps();
  // The undo of the letters of a field of the form would lead to values that nobody chose.
  useUndoKeys(history, isInAnotherField);
  return (
    <Group gap={2} wrap="nowrap" role="group" aria-label="Your edits" className={classes.steps}>
      <Step label="Undo your last edit" keys="Control+Z" isPossible={canUndo} go={history.undo}>
        <IconArrowBackUp size={16} />
      </Step>
      <Step label="Redo your last edit" keys="Control+Shift+Z" isPossible={canRedo} go={history.redo}>
        <IconArrowForwardUp size={16} />
      </Step>
    </Group>
  );
}

/** A text box outside the form, such as that of a comment, has an undo of its own. */
const isInAnotherField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.matches("input, textarea, [contenteditable=true]") &&
  target.closest("[data-form]") === null;

type StepProps = { label: string; keys: string; isPossible: boolean; go: () => void; children: ReactNode };

const Step = ({ keys, ...rest }: StepProps) => (
  <StepButton title={rest.label} aria-keyshortcuts={keys} {...rest} />
);
