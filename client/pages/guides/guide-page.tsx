import { MESSAGES } from "@understudy/shared/messages.ts";
import { useRef } from "react";
import { useNavigate, useParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { usePageTitle } from "#ui/use-page-title.ts";
import { Article } from "./article.tsx";
import { Contents } from "./contents.tsx";
import { ContentsDrawer } from "./contents-drawer.tsx";
import { listPages } from "./entries.ts";
import classes from "./guide.module.css";
import { SearchBox } from "./search-box.tsx";
import { createLink, SearchResults } from "./search-results.tsx";
import { useGuideSearch } from "./use-guide-search.ts";
import { useIsNarrow } from "./use-is-narrow.ts";

const loadContents = (signal: AbortSignal) => call("getGuide", { signal });

/** /guides/*: the table of contents beside a page, or beside what a search found. */
export function GuidePage() {
  const { "*": slug = "" } = useParams();
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
