import { Anchor, Text, Typography, useComputedColorScheme } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type MouseEvent, useCallback, useEffect, useMemo } from "react";
import { Link, useLocation, useNavigate } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { findNeighbours } from "./entries.ts";
import classes from "./guide.module.css";
import { guideHtml } from "./guide-html.ts";

/** One page of the guide. */
export function Article({ slug, entries }: { slug: string; entries: readonly GuideEntry[] }) {
  const load = useCallback(
    (signal: AbortSignal) => call("getGuidePage", { params: { slug }, signal }),
    [slug],
  );
  const { value, failure, reload } = useQuery(load);
  if (failure?.status === 404) return <Text c="dimmed">{MESSAGES.noGuidePage}</Text>;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingGuidePage} onRetry={reload} />;
  if (value === null) return <LoadingLines rows={8} />;
  return (
    <article className={classes.article}>
      <Markdown text={value.content} />
      <Neighbours entries={entries} slug={slug} />
    </article>
  );
}

/** A page that ships with the product: users cannot write one. */
function Markdown({ text }: { text: string }) {
  const navigate = useNavigate();
  const scheme = useComputedColorScheme("light");
  const html = useMemo(() => ({ __html: guideHtml(text, scheme) }), [text, scheme]);
  useScrollToAnchor();
  /** Links to other pages of the product do not reload it. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link === null || !isPlain || link.target !== "" || link.origin !== window.location.origin) return;
    event.preventDefault();
    navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return (
    <Typography className={classes.text}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key presses a link too */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own */}
      <div onClick={follow} dangerouslySetInnerHTML={html} />
    </Typography>
  );
}

/** The router scrolls to an anchor when the address changes: the page's text comes only after that. */
function useScrollToAnchor(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls there again
  useEffect(() => {
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash, key]);
}

/** Links to the pages before and after this one. */
function Neighbours({ entries, slug }: { entries: readonly GuideEntry[]; slug: string }) {
  const { previous, next } = findNeighbours(entries, slug);
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="Previous and next page" className={classes.neighbours}>
      {previous !== null && (
        <Anchor component={Link} to={`/guides/${previous.slug}`} aria-label={`Previous: ${previous.title}`}>
          <IconArrowLeft size={16} aria-hidden /> {previous.title}
        </Anchor>
      )}
      {next !== null && (
        <Anchor
          component={Link}
          to={`/guides/${next.slug}`}
          aria-label={`Next: ${next.title}`}
          className={classes.next}
        >
          {next.title} <IconArrowRight size={16} aria-hidden />
        </Anchor>
      )}
    </nav>
  );
}
