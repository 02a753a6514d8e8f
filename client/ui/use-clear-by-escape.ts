import { useEffect } from "react";

/** Escape has a meaning of its own there: it closes them, or gives up what is typed. */
const OWN_ESCAPE = "[role=menu], [role=dialog], [role=listbox], input:not([type=checkbox]), textarea, select";

/** Gives up a selection when Escape is pressed anywhere else on the page. */
export function useClearByEscape(hasSelection: boolean, clear: () => void): void {
  useEffect(() => {
    if (!hasSelection) return;
    const handleKey = ({ key, target, defaultPrevented }: KeyboardEvent) => {
      if (key !== "Escape" || defaultPrevented) return;
      if (!(target instanceof Element && target.closest(OWN_ESCAPE))) clear();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [hasSelection, clear]);
}
