import { useMantineColorScheme } from "@mantine/core";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { useNavigate } from "react-router-dom";
import { useLogOut } from "../ui/use-log-out.ts";
import { listCreationPages, listPages, matches, type PageLink } from "./pages.ts";

export type Command = {
  readonly label: string;
  /** The keys that do the same, as `g j`; empty: none. */
  readonly keys: string;
  readonly run: () => void;
};

/** The pages and actions whose names match, in the order in which they are shown. */
export function useCommands(typed: string, user: CurrentUser, onShortcuts: () => void) {
  const navigate = useNavigate();
  const logOut = useLogOut();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const page = ({ to, label, words, key }: PageLink) => ({
    label,
    words,
    keys: key === null ? "" : `g ${key}`,
    run: () => void navigate(to),
  });
  const scheme = (value: "light" | "dark" | "auto", name: string) =>
    colorScheme === value
      ? []
      : [
          {
            label: `Appearance: ${name}`,
            words: "theme color colour scheme mode toggle",
            keys: "",
            run: () => setColorScheme(value),
          },
        ];
  const actions = [
    ...listCreationPages(user).map(page),
    ...scheme("light", "Light"),
    ...scheme("dark", "Dark"),
    ...scheme("auto", "System"),
    { label: "Keyboard Shortcuts", words: "keys help", keys: "?", run: onShortcuts },
    { label: "Log Out", words: "sign out end session", keys: "", run: logOut },
  ];
  const isMatch = ({ label, words }: { label: string; words: string }) => matches(typed, `${label} ${words}`);
  return {
    pages: listPages(user).map(page).filter(isMatch),
    actions: actions.filter(isMatch),
  };
}
