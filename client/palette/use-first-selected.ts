import type { SpotlightStore } from "@mantine/spotlight";
import { useEffect } from "react";

/**
 * Selects the first line whenever others are shown, so that Enter opens the best match. Spotlight marks the selected line in the
 * DOM: where React replaces that line, none is selected any more.
 */
export function useFirstSelected(store: SpotlightStore, text: string, results: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are other lines
  useEffect(() => {
    if (text.trim() === "") return;
    const list = document.getElementById(store.getState().listId);
    list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
    list?.querySelector("[data-action]")?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [store, text, results]);
}
