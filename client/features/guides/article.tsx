import { Text } from "@mantine/core";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import classes from "./guide.module.css";
import { Markdown } from "./markdown.tsx";
import { Neighbours } from "./neighbours.tsx";

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
