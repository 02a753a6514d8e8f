import { useEffect } from "react";

/** Escape has a meaning of its own there: it closes them, or gives up what is typed. */
const OWN_ESCAPE = "[role=menu], [role=dialog], [role=listbox], input, textarea, select";

/** Gives up a selection when Escape is pressed anywhere else on the page. */
export function useClearByEscape(isNarrowed: boolean, clear: () => void): void {
  useEffect(() => {
    if (!isNarrowed) return;
    const handleKey = (event: KeyboardEvent) => {
      const { key, target, defaultPrevented } = event;
      if (key !== "Escape" || defaultPrevented) return;
      if (!(target instanceof Element && target.closest(OWN_ESCAPE))) clear();
    };
    document.addEventListener("keydown", handleKey);
    return () => document.removeEventListener("keydown", handleKey);
  }, [isNarrowed, clear]);
}
