import { Anchor, Progress, Stack, Text, Title } from "@mantine/core";
import type { DiskUsage } from "@understudy/shared/api/metrics.ts";
import { DISK_BAR_DELAY_MS, DISK_BAR_THRESHOLDS, HISTORY_POLL_MS } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { bytesText, countText, decimalText, exactText } from "@understudy/shared/number-text.ts";
import { useEffect, useId, useState } from "react";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { type FactRow, FactTable } from "#ui/fact-table.tsx";
import { formatDate } from "#ui/format.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import classes from "./metrics.module.css";

const load = (signal: AbortSignal) => call("getDiskUsage", { signal });

/** Shows how full the disk is, and the people and jobs that use it. */
export function DiskUsageReport() {
  const { value: usage, failure, reload } = useQuery(load, { everyMs: HISTORY_POLL_MS });
  return (
    <Stack gap="xl">
      <section aria-labelledby="disk-space">
        <Title order={2} mb={6} id="disk-space">
          Disk Space Usage
        </Title>
        {failure !== null && <ErrorBanner message={MESSAGES.diskUsage} onRetry={reload} />}
        {usage === null && failure === null && <LoadingLines rows={2} />}
        {usage !== null && failure === null && (
          <>
            <DiskBar used={usage.used} total={usage.total} />
            <Text size="sm" c="dimmed" mt={8}>
              {about(usage)}
            </Text>
          </>
        )}
      </section>
      {usage?.measured && <Shares measured={usage.measured} />}
    </Stack>
  );
}

function about({ has_quota, measured }: DiskUsage): string {
  const spaceSentence = has_quota
    ? "This is the quota of the platform."
    : "This is the disk that the platform stores its files on.";
  if (measured === null) return `${spaceSentence} The files are being measured.`;
  const when = `measured ${formatDate(measured.time).replace(/^Today/, "today")}`;
  return `${spaceSentence} The files of jobs, specs and uploads take ${bytesText(measured.files * 1e9)} (${when}).`;
}

function Shares({ measured: { people, items } }: { measured: NonNullable<DiskUsage["measured"]> }) {
  const links = items.map(({ kind, id, name, creator, used }) => ({
    key: `${kind} ${id}`,
    name: (
      <Anchor component={Link} inherit to={kind === "job" ? `/jobs/${id}` : `/files/specs/${id}`}>
        {name}
      </Anchor>
    ),
    values: [`${kind === "job" ? "Job" : "Spec"} ${id}`, creator],
    used,
  }));
  const persons = people.map(({ id, name, used }) => ({ key: String(id), name, values: [], used }));
  return (
    <div className={classes.shares}>
      {persons.length > 0 && <ShareTable title="By person" columns={["Name"]} rows={persons} />}
      {links.length > 0 && (
        <ShareTable title="By job and spec" columns={["Name", "ID", "Creator"]} rows={links} />
      )}
    </div>
  );
}

const ANIMATION_MS = 500;

/** @param percent of the space that is used */
function diskBarColor(percent: number): "green" | "yellow" | "red" {
  if (percent > DISK_BAR_THRESHOLDS.red) return "red";
  return percent > DISK_BAR_THRESHOLDS.yellow ? "yellow" : "green";
}

/** The used part of the space, in GB: the bar fills a moment after the text is there. */
function DiskBar({ used, total }: { used: number; total: number }) {
  const percent = Math.min(100, (100 * used) / total);
  const [isFilled, setFilled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setFilled(true), DISK_BAR_DELAY_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <>
      <Text size="lg" mb={6} data-numeric>
        {gigabytesText(used)} GB of {gigabytesText(total)} GB used
      </Text>
      <Progress
        size="xl"
        value={isFilled ? percent : 0}
        color={diskBarColor(percent)}
        transitionDuration={ANIMATION_MS}
        aria-label="Disk space used"
      />
    </>
  );
}

/** An amount of space without its unit, GB: `0.04`, `12.3`, `1,850`. */
function gigabytesText(amount: number): string {
  if (amount >= 100) return countText(Math.round(amount));
  return exactText(Number(decimalText(amount, amount >= 10 ? 1 : 2)));
}

type ShareRow = FactRow & {
  /** GB. */
  used: number;
};

type Props = {
  title: string;
  /** The headers of the name, and of the values. */
  columns: readonly string[];
  rows: readonly ShareRow[];
};

/** Shows the people or jobs that use the space, with bars that compare with the first, which is the largest. */
function ShareTable({ title, columns, rows }: Props) {
  const id = useId();
  const largest = rows[0]?.used ?? 1;
  return (
    <section aria-labelledby={id}>
      <Title order={2} mb={6} id={id}>
        {title}
      </Title>
      <FactTable
        label={title}
        columns={[...columns, "Space"]}
        rows={rows.map(({ used, ...row }) => ({
          ...row,
          values: [...row.values, <Share key="space" used={used} largest={largest} />],
        }))}
      />
    </section>
  );
}

/** The used space as text, and as a bar whose full length is that of the largest. */
function Share({ used, largest }: { used: number; largest: number }) {
  return (
    <span className={classes.share}>
      <span data-numeric>{bytesText(used * 1e9)}</span>
      <span className={classes.bar} aria-hidden>
        <span style={{ width: `${(100 * used) / largest}%` }} />
      </span>
    </span>
  );
}
