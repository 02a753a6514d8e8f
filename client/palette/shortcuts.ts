/** The keyboard shortcuts, as the sheet lists them. */
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { getModifierKey } from "./modifier.ts";
import { listPages } from "./pages.ts";

export type Shortcut = {
  /** Pressed together. */
  readonly keys: readonly string[];
  /** The key to press before them. */
  readonly first?: string;
  readonly text: string;
};
export type ShortcutGroup = {
  readonly label: string;
  /** These are off when single-key shortcuts are. */
  readonly isSingleKey: boolean;
  readonly shortcuts: readonly Shortcut[];
};

/** The shortcuts of a person, grouped by where they work. */
export function listShortcuts(user: CurrentUser): readonly ShortcutGroup[] {
  const pages = listPages(user).flatMap(({ key, label }) =>
    key === null ? [] : [{ first: "g", keys: [key], text: label }],
  );
  const create = user.restricted ? [] : [{ keys: ["c"], text: "Create a data-driven job" }];
  return [
    {
      label: "Everywhere",
      isSingleKey: false,
      shortcuts: [
        { keys: [getModifierKey(), "K"], text: "Search jobs, pages and actions" },
        { keys: ["Esc"], text: "Close the open dialog or menu" },
      ],
    },
    {
      label: "Single keys",
      isSingleKey: true,
      shortcuts: [
        { keys: ["?"], text: "Show this list" },
        { keys: ["/"], text: "Filter the list on the page" },
        ...create,
      ],
    },
    { label: "Go to", isSingleKey: true, shortcuts: pages },
    {
      label: "Sliders of an emulator",
      isSingleKey: false,
      shortcuts: [
        { keys: [getModifierKey(), "Z"], text: "Undo the last move" },
        { keys: [getModifierKey(), "Shift", "Z"], text: "Redo it" },
        { keys: ["←"], text: "One step down" },
        { keys: ["→"], text: "One step up" },
      ],
    },
    {
      label: "Plots",
      isSingleKey: false,
      shortcuts: [
        { keys: ["←"], text: "The point before" },
        { keys: ["→"], text: "The next point" },
        { keys: ["Home"], text: "The first point" },
        { keys: ["End"], text: "The last point" },
        { keys: ["Enter"], text: "Choose the point, where points can be chosen" },
      ],
    },
  ];
}
