import "@mantine/spotlight/styles.css";
import { Kbd, useMantineColorScheme, VisuallyHidden } from "@mantine/core";
import { createSpotlight, Spotlight, type SpotlightStore } from "@mantine/spotlight";
import { IconSearch } from "@tabler/icons-react";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { counted } from "@understudy/shared/counted.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useState } from "react";
import { useNavigate } from "react-router-dom";
import { StatusBadge } from "../ui/status-badge.tsx";
import { useLogOut } from "../ui/use-log-out.ts";
import classes from "./command-palette.module.css";
import { listCreationPages, listPages, matches, type PageLink } from "./pages.ts";
import { useSearch } from "./use-found.ts";

const [store, palette] = createSpotlight();

type Props = {
  user: CurrentUser;
  /** Counts how often it was called for. */
  calls: number;
  onShortcuts: () => void;
};

/** Finds jobs, specs, pages and actions by what is typed. */
export function CommandPalette({ user, calls, onShortcuts }: Props) {
  const [text, setText] = useState("");
  const [isOpen, setOpen] = useState(false);
  const { results, failure, isBehind } = useSearch(isOpen, text, user);
  const { jobs, specs } = results;
  const { pages, actions } = useCommands(text, user, onShortcuts);
  const navigate = useNavigate();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each call opens it
  useEffect(palette.open, [calls]);
  useFirstSelected(store, text, results);
  const count = jobs.length + specs.length + pages.length + actions.length;
  const isEmpty = count === 0 && !isBehind;
  const jobsLabel = user.restricted ? "Emulators" : "Jobs";
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={text}
      onQueryChange={setText}
      onSpotlightOpen={() => setOpen(true)}
      onSpotlightClose={() => setOpen(false)}
      scrollable
      maxHeight={440}
      attributes={{ content: { "aria-label": "Command palette" } }}
    >
      <Spotlight.Search
        placeholder={user.restricted ? "Search emulators and actions" : "Search jobs, pages and actions"}
        aria-label="Search"
        maxLength={200}
        leftSection={<IconSearch size={18} />}
      />
      <VisuallyHidden aria-live="polite">{isBehind ? "" : counted(count, "result")}</VisuallyHidden>
      <Spotlight.ActionsList>
        {jobs.length > 0 && (
          <Spotlight.ActionsGroup
            label={text.trim() === "" ? `Recent ${jobsLabel.toLowerCase()}` : jobsLabel}
          >
            {jobs.map(({ id, name, objective, status }) => (
              <Spotlight.Action
                key={id}
                className={classes.action}
                label={name}
                description={user.restricted ? String(id) : `${objective}, job ${id}`}
                rightSection={user.restricted ? null : <StatusBadge status={status} />}
                dimmedSections={false}
                onClick={() => void navigate(`/jobs/${id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {specs.length > 0 && (
          <Spotlight.ActionsGroup label="Specs">
            {specs.map(({ id, name }) => (
              <Spotlight.Action
                key={id}
                className={classes.action}
                label={name}
                description={`Spec ${id}`}
                onClick={() => void navigate(`/specs/${id}`)}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        <Commands label="Pages" commands={pages} />
        <Commands label="Actions" commands={actions} />
        {failure !== "" && <Spotlight.Empty role="alert">{failure}</Spotlight.Empty>}
        {isEmpty && failure === "" && <Spotlight.Empty>{MESSAGES.nothingFound}</Spotlight.Empty>}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Commands({ label, commands }: { label: string; commands: readonly Command[] }) {
  if (commands.length === 0) return null;
  return (
    <Spotlight.ActionsGroup label={label}>
      {commands.map((command) => (
        <Spotlight.Action
          key={command.label}
          className={classes.action}
          label={command.label}
          rightSection={command.keys !== "" && <Kbd size="xs">{command.keys}</Kbd>}
          dimmedSections={false}
          onClick={command.run}
        />
      ))}
    </Spotlight.ActionsGroup>
  );
}

type Command = {
  readonly label: string;
  /** The keys that do the same, as `g j`; empty: none. */
  readonly keys: string;
  readonly run: () => void;
};

/** The pages and actions whose names match, in the order in which they are shown. */
function useCommands(typed: string, user: CurrentUser, onShortcuts: () => void) {
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

/**
 * Selects the first line whenever others are shown, so that Enter opens the best match. Spotlight marks the selected line in the
 * DOM: where React replaces that line, none is selected any more.
 */
function useFirstSelected(store: SpotlightStore, text: string, results: object): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: other results are other lines
  useEffect(() => {
    if (text.trim() === "") return;
    const list = document.getElementById(store.getState().listId);
    list?.querySelector("[data-selected]")?.removeAttribute("data-selected");
    list?.querySelector("[data-action]")?.setAttribute("data-selected", "true");
    store.updateState((state) => ({ ...state, selected: 0 }));
  }, [store, text, results]);
}
