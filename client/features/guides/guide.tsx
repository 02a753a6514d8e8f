import { Button, CloseButton, Drawer, Highlight, NavLink, Text, TextInput, Title } from "@mantine/core";
import { useDisclosure, useMediaQuery } from "@mantine/hooks";
import { IconList, IconSearch } from "@tabler/icons-react";
import type { GuideEntry, GuideSearchResult } from "@understudy/shared/api/guide.ts";
import { counted } from "@understudy/shared/counted.ts";
import { GUIDE_SEARCH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type KeyboardEvent, type ReactNode, type Ref, useCallback, useEffect, useRef } from "react";
import { Link, useLocation, useNavigate, useSearchParams } from "react-router-dom";
import type { ApiFailure } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { usePageTitle } from "#ui/use-page-title.ts";
import { usePausedText } from "#ui/use-paused-text.ts";
import { Article } from "./article.tsx";
import { listPages } from "./entries.ts";
import classes from "./guide.module.css";

const loadContents = (signal: AbortSignal) => call("getGuide", { signal });

/** The table of contents beside a page, or beside what a search found. @param slug names the page */
export function Guide({ slug }: { slug: string }) {
  const navigate = useNavigate();
  const isNarrow = useIsNarrow();
  const { value, failure, reload } = useQuery(loadContents);
  const search = useGuideSearch();
  const results = useRef<HTMLUListElement>(null);
  const box = useRef<HTMLDivElement>(null);
  const entries = value?.contents ?? [];
  usePageTitle(listPages(entries).find((entry) => entry.slug === slug)?.title ?? "Guide");

  const isSearching = search.text.trim() !== "";
  const openFirst = () => {
    const [first] = search.latest?.results ?? [];
    if (isSearching && first !== undefined && search.latest?.text === search.text.trim())
      navigate(createLink(first));
  };
  const contents = (
    <>
      {failure !== null && <ErrorBanner message={MESSAGES.loadingGuide} onRetry={reload} />}
      {value !== null && <Contents entries={entries} current={slug} />}
    </>
  );
  return (
    <div className={classes.page}>
      <div className={classes.side}>
        <search ref={box} className={classes.search}>
          <SearchBox
            text={search.text}
            onChange={search.setText}
            onOpenFirst={openFirst}
            onGoToResults={() => results.current?.querySelector("a")?.focus()}
          />
        </search>
        {isNarrow ? (
          <ContentsDrawer>{contents}</ContentsDrawer>
        ) : (
          <nav aria-label="Guide" className={classes.contents}>
            {contents}
          </nav>
        )}
      </div>
      {isSearching ? (
        <div className={classes.article}>
          {search.failure !== null && <ErrorBanner message={MESSAGES.loadingGuide} onRetry={search.reload} />}
          {search.latest !== null && (
            <SearchResults
              {...search.latest}
              listRef={results}
              onLeave={() => box.current?.querySelector("input")?.focus()}
            />
          )}
        </div>
      ) : (
        <Article key={slug} slug={slug} entries={entries} />
      )}
    </div>
  );
}

/** The table of contents on a narrow window: a button that opens it from the side. It closes once a link was followed. */
function ContentsDrawer({ children }: { children: ReactNode }) {
  const [opened, { open, close }] = useDisclosure(false);
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each link that is followed has a key of its own
  useEffect(close, [key]);
  return (
    <>
      <Button variant="default" leftSection={<IconList size={16} />} onClick={open}>
        Contents
      </Button>
      <Drawer
        opened={opened}
        onClose={close}
        title="Contents of the guide"
        size={300}
        closeButtonProps={{ "aria-label": "Close the contents" }}
      >
        <nav aria-label="Guide">{children}</nav>
      </Drawer>
    </>
  );
}

type Props = {
  text: string;
  onChange: (text: string) => void;
  /** Enter, and the arrow down. */
  onOpenFirst: () => void;
  onGoToResults: () => void;
};

/** The text that is searched for. Escape clears it. */
function SearchBox({ text, onChange, onOpenFirst, onGoToResults }: Props) {
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") onOpenFirst();
    else if (event.key === "Escape") onChange("");
    else if (event.key === "ArrowDown") onGoToResults();
    else return;
    event.preventDefault();
  };
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label="Search the guide"
      placeholder="Search the guide"
      maxLength={GUIDE_SEARCH.text}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={press}
      leftSection={<IconSearch size={15} />}
      rightSection={
        text !== "" && <CloseButton size="sm" aria-label="Clear the search" onClick={() => onChange("")} />
      }
    />
  );
}

const WAIT_MS = 150;

type GuideSearch = {
  /** The text as it is typed. */
  text: string;
  setText: (text: string) => void;
  /** The latest results, with the text that was searched for; null: nothing yet. */
  latest: { text: string; results: GuideSearchResult[] } | null;
  failure: ApiFailure | null;
  reload: () => void;
};

/** Searches the guide once typing pauses; the text is then in the page's address, so that a link shows the same results. */
function useGuideSearch(): GuideSearch {
  const [params, setParams] = useSearchParams();
  const searched = params.get("search") ?? "";
  const search = (newText: string) => setParams(newText === "" ? {} : { search: newText }, { replace: true });
  const [text, setText] = usePausedText(searched, search, WAIT_MS);
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (searched === "") return null;
      const { results } = await call("searchGuide", { query: { text: searched }, signal });
      return { text: searched, results };
    },
    [searched],
  );
  const { value, failure, reload } = useQuery(load);
  return { text, setText, latest: value, failure, reload };
}

/** True where the window has no room for the table of contents beside the page. As in guide.module.css. */
const useIsNarrow = (): boolean =>
  useMediaQuery("(max-width: 62em)", false, { getInitialValueInEffect: false });

/** The table of contents; an entry without a page is a heading. */
function Contents({ entries, current }: { entries: readonly GuideEntry[]; current: string }) {
  return (
    <ul className={classes.entries}>
      {entries.map(({ slug, title, has_page, contents }) => (
        <li key={slug}>
          {has_page ? (
            <NavLink
              component={Link}
              to={`/guides/${slug}`}
              label={title}
              active={slug === current}
              aria-current={slug === current ? "page" : undefined}
              className={classes.entry}
            />
          ) : (
            <span className={classes.group}>{title}</span>
          )}
          {contents.length > 0 && <Contents entries={contents} current={current} />}
        </li>
      ))}
    </ul>
  );
}

type SearchResultsProps = {
  /** The text that was searched for. */
  text: string;
  results: readonly GuideSearchResult[];
  listRef: Ref<HTMLUListElement>;
  /** The arrow up on the first result. */
  onLeave: () => void;
};

const createLink = ({ slug, anchor }: GuideSearchResult): string => `/guides/${slug}#${anchor}`;

/** The sections that a search found. The arrow keys go from one to the next, as Tab does. */
function SearchResults({ text, results, listRef, onLeave }: SearchResultsProps) {
  const press = (event: KeyboardEvent<HTMLUListElement>) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const links = [...event.currentTarget.querySelectorAll("a")];
    const focused = document.activeElement;
    const next = (focused instanceof HTMLAnchorElement ? links.indexOf(focused) : -1) + step;
    if (next < 0) onLeave();
    else links[next]?.focus();
  };
  return (
    <section aria-label="Search results">
      <Title order={1}>Search results</Title>
      <Text c="dimmed" role="status" mb="sm">
        {results.length === 0
          ? `Nothing in the guide matches “${text}”.`
          : `${counted(results.length, "section")} with “${text}”`}
      </Text>
      <ul ref={listRef} className={classes.results} onKeyDown={press}>
        {results.map((result) => (
          <li key={createLink(result)}>
            <Link to={createLink(result)} className={classes.result}>
              <Text component="span" fw={600} display="block">
                {result.heading}
              </Text>
              {result.heading !== result.page && (
                <Text component="span" size="sm" c="dimmed" display="block">
                  {result.page}
                </Text>
              )}
              <Highlight component="span" size="sm" display="block" highlight={[...result.terms]}>
                {result.excerpt}
              </Highlight>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
