import { Text } from "@mantine/core";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback } from "react";
import { useParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { ErrorBanner } from "../../components/error-banner.tsx";
import { LoadingLines } from "../../components/loading.tsx";
import { useLoaded } from "../../hooks/use-loaded.ts";
import { usePageTitle } from "../../hooks/use-page-title.ts";
import { Contents } from "./contents.tsx";
import classes from "./guide.module.css";
import { Markdown } from "./markdown.tsx";

const loadContents = (signal: AbortSignal) => call("getGuide", { signal });

function titleOf(entries: readonly GuideEntry[], slug: string): string | null {
  for (const entry of entries) {
    const found = entry.slug === slug ? entry.title : titleOf(entry.contents, slug);
    if (found !== null) return found;
  }
  return null;
}

export function GuidePage() {
  const { "*": slug = "" } = useParams();
  const { value, failure, reload } = useLoaded(loadContents);
  usePageTitle(titleOf(value?.contents ?? [], slug) ?? "Guide");
  return (
    <div className={classes.page}>
      <nav aria-label="Guide" className={classes.contents}>
        {failure !== null && <ErrorBanner message={MESSAGES.loadingGuide} onRetry={reload} />}
        {value !== null && <Contents entries={value.contents} current={slug} />}
      </nav>
      <Page key={slug} slug={slug} />
    </div>
  );
}

function Page({ slug }: { slug: string }) {
  const load = useCallback(
    (signal: AbortSignal) => call("getGuidePage", { params: { slug }, signal }),
    [slug],
  );
  const { value, failure, reload } = useLoaded(load);
  if (failure?.status === 404) return <Text c="dimmed">{MESSAGES.noGuidePage}</Text>;
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingGuidePage} onRetry={reload} />;
  if (value === null) return <LoadingLines rows={8} />;
  return (
    <article className={classes.article}>
      <Markdown text={value.content} />
    </article>
  );
}
