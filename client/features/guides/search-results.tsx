import { Highlight, Text, Title } from "@mantine/core";
import type { GuideSearchResult } from "@understudy/shared/api/guide.ts";
import { counted } from "@understudy/shared/counted.ts";
import type { KeyboardEvent, Ref } from "react";
import { Link } from "react-router-dom";
import classes from "./guide.module.css";

type Props = {
  /** The text that was searched for. */
  text: string;
  results: readonly GuideSearchResult[];
  listRef: Ref<HTMLUListElement>;
  /** The arrow up on the first result. */
  onLeave: () => void;
};

export const createLink = ({ slug, anchor }: GuideSearchResult): string => `/guides/${slug}#${anchor}`;

/** The sections that a search found. The arrow keys go from one to the next, as Tab does. */
export function SearchResults({ text, results, listRef, onLeave }: Props) {
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
