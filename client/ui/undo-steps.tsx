import { ActionIcon, type ActionIconProps } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { ComponentPropsWithRef, ReactNode } from "react";

type StepProps = Omit<ActionIconProps, "opacity"> &
  Pick<ComponentPropsWithRef<"button">, "ref" | "title" | "aria-keyshortcuts"> & {
    label: string;
    isPossible: boolean;
    go: () => void;
    children: ReactNode;
  };

/** A button that takes back or repeats an edit. One that is disabled while it has the focus would lose it, so it is only marked. */
export function StepButton({ label, isPossible, go, children, ...rest }: StepProps) {
  return (
    <ActionIcon
      variant="subtle"
      {...rest}
      aria-label={label}
      aria-disabled={!isPossible}
      opacity={isPossible ? 1 : 0.35}
      onClick={() => isPossible && go()}
    >
      {children}
    </ActionIcon>
  );
}

type History = { readonly undo: () => void; readonly redo: () => void };

/**
 * Ctrl+Z takes the last edit back; Ctrl+Shift+Z and Ctrl+Y repeat it.
 * @param hasOwnUndo tells whether the keys belong to the element that has the focus
 */
export function useUndoKeys(
  { undo, redo }: History,
  hasOwnUndo: (target: EventTarget | null) => boolean,
): void {
  const unlessOwn = (go: () => void) => (event: KeyboardEvent) => {
    if (hasOwnUndo(event.target)) return;
    event.preventDefault();
    go();
  };
  const passive = { preventDefault: false };
  useHotkeys(
    [
      ["mod+Z", unlessOwn(undo), passive],
      ["mod+Shift+Z", unlessOwn(redo), passive],
      ["mod+Y", unlessOwn(redo), passive],
    ],
    // Fields count too: `hasOwnUndo` tells which of them keep the keys.
    [],
  );
}
