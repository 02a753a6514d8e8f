import { Badge, Button, Group, Progress, Stack, Text, Textarea, Title } from "@mantine/core";
import type {
  MaintenanceBanner,
  PlatformOverview,
  PlatformProcess,
} from "@understudy/shared/api/platform.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { counted } from "@understudy/shared/counted.ts";
import { MAINTENANCE_TEXT_MAX } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { PLATFORM_MESSAGES } from "@understudy/shared/messages/platform.ts";
import { bytesText, decimalText } from "@understudy/shared/number-text.ts";
import { type ReactNode, useId, useState } from "react";
import { ApiFailure, asFailure, call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { FactTable } from "#ui/fact-table.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { Moment } from "#ui/moment.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { useAction } from "#ui/use-action.ts";
import classes from "./platform.module.css";
import { MachineTable, QueueTable, ServerTable } from "./platform-tables.tsx";

/** Processes report themselves every two seconds. */
const POLL_MS = 3_000;

const load = (signal: AbortSignal) => call("getPlatform", { signal });

/** Shows the processes, queues, servers and disk of the platform as they are at the moment. */
export function PlatformState() {
  const { value: overview, failure, reload } = useQuery(load, { everyMs: POLL_MS });
  return (
    <>
      <PageHeader title="Platform" />
      {failure !== null && <ErrorBanner message={PLATFORM_MESSAGES.loadingPlatform} onRetry={reload} />}
      {overview === null && failure === null && <LoadingLines rows={8} />}
      {overview !== null && <Sections overview={overview} onChanged={reload} />}
    </>
  );
}

function Sections({ overview, onChanged }: { overview: PlatformOverview; onChanged: () => void }) {
  const { processes, queues, servers, machines, machine_hourly_cost, disk, maintenance } = overview;
  return (
    <Stack gap="xl">
      <Section title="Processes">
        <ProcessTable processes={processes} onChanged={onChanged} />
      </Section>
      <Section title="Queues by person">
        {queues.length === 0 ? <None text="No job waits or is worked on." /> : <QueueTable queues={queues} />}
      </Section>
      <Section title="Connected servers">
        {servers.length === 0 ? <None text="No server is connected." /> : <ServerTable servers={servers} />}
      </Section>
      <Section title="Machines for trainings">
        {machines.length === 0 ? (
          <None text="The platform has created no machine." />
        ) : (
          <MachineTable machines={machines} hourlyCost={machine_hourly_cost} />
        )}
      </Section>
      <Section title="Disk">
        <Text size="sm" mb={6} data-numeric>
          {bytesText(disk.used * 1e9)} of {bytesText(disk.total * 1e9)} used
        </Text>
        <Progress
          size="lg"
          value={Math.min(100, (100 * disk.used) / disk.total)}
          aria-label="Disk space used"
        />
      </Section>
      <Section title="Maintenance notice">
        <MaintenanceForm maintenance={maintenance} onChanged={onChanged} />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Title order={2} mb={6} id={id}>
        {title}
      </Title>
      {children}
    </section>
  );
}

const None = ({ text }: { text: string }) => (
  <Text size="sm" c="dimmed">
    {text}
  </Text>
);

type Props = { maintenance: MaintenanceBanner | null; onChanged: () => void };

const formatFailure = ({ status, message }: ApiFailure): string =>
  status === 409 ? message : MESSAGES.action("changing the notice");

/** Shows a text on everybody's pages at once, or removes it. */
function MaintenanceForm({ maintenance, onChanged }: Props) {
  const [text, setText] = useState(maintenance?.text ?? "");
  /** The notice that the admin has seen: the first one, one's own, and that of a refusal. */
  const [seenText, setSeenText] = useState(text);
  const { run, busy } = useAction("changing the notice", { message: formatFailure });
  const announce = (next: string) =>
    run(async () => {
      const body = { text: next, base: { text: seenText } };
      const answer = await call("setMaintenance", { body }).catch(asFailure);
      if (answer instanceof ApiFailure) {
        if (answer.status === 409) setSeenText((await call("getPlatform")).maintenance?.text ?? "");
        throw answer;
      }
      setText(next.trim());
      setSeenText(next.trim());
      onChanged();
    });
  return (
    <>
      <Textarea
        label="Notice on everybody's pages"
        description="Plain text. People can close it; they see it again when you change it."
        autosize
        minRows={2}
        maxLength={MAINTENANCE_TEXT_MAX}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Group mt="sm" gap="xs">
        <Button
          loading={busy}
          disabled={text.trim() === "" || text.trim() === maintenance?.text}
          onClick={() => announce(text)}
        >
          Show Notice
        </Button>
        <Button variant="default" disabled={busy || maintenance === null} onClick={() => announce("")}>
          Remove Notice
        </Button>
      </Group>
    </>
  );
}

const PROCESS_COLUMNS = ["Process", "State", "Load", "Memory", "Started", "Version", "Action"];
const KIND_LABELS = { web: "Web process", runner: "Runner" } as const;
const WORK_NOUNS = { web: "export", runner: "job" } as const;

/** The processes of the platform. A drained one takes no more work, so that it can be ended without interrupting any. */
function ProcessTable({ processes, onChanged }: { processes: PlatformProcess[]; onChanged: () => void }) {
  const rows = processes.map((process) => ({
    key: process.id,
    name: (
      <>
        {KIND_LABELS[process.kind]}
        <span className={classes.detail}>
          {process.host}, pid {process.pid}
        </span>
      </>
    ),
    values: [
      <State key="state" process={process} />,
      <span key="load" data-numeric>
        {decimalText(process.load, 2)} of {counted(process.cores, "core")}
      </span>,
      <span key="memory" data-numeric>
        {bytesText(process.memory_bytes)}
        <span className={classes.detail}>
          {bytesText(process.free_memory_bytes)} of {bytesText(process.total_memory_bytes)} free
        </span>
      </span>,
      <Moment key="start" time={process.start_time} none="" />,
      process.version,
      <DrainButton key="action" process={process} onChanged={onChanged} />,
    ],
  }));
  return <FactTable label="Processes" columns={PROCESS_COLUMNS} rows={rows} />;
}

function State({ process: { kind, state, work_count } }: { process: PlatformProcess }) {
  const work = counted(work_count, WORK_NOUNS[kind]);
  switch (state) {
    case "running":
      return (
        <>
          Running<span className={classes.detail}>{work}</span>
        </>
      );
    case "draining":
      return (
        <>
          <Badge size="sm" variant="default" tt="none">
            Draining
          </Badge>
          <span className={classes.detail}>finishes {work}</span>
        </>
      );
    case "drained":
      return (
        <>
          <Badge size="sm" variant="default" tt="none">
            Drained
          </Badge>
          <span className={classes.detail}>it can be ended</span>
        </>
      );
    default:
      return assertNever(state);
  }
}

function DrainButton({ process, onChanged }: { process: PlatformProcess; onChanged: () => void }) {
  const drain = process.state === "running";
  const { run, busy } = useAction(drain ? "draining the process" : "resuming the process");
  const name = `${KIND_LABELS[process.kind]} ${process.pid}`;
  const change = () =>
    run(async () => {
      await call("drainProcess", { params: { process_id: process.id }, body: { drain } });
      onChanged();
    });
  return (
    <Button
      size="xs"
      variant="default"
      loading={busy}
      onClick={change}
      aria-label={`${drain ? "Drain" : "Resume"} ${name}`}
    >
      {drain ? "Drain" : "Resume"}
    </Button>
  );
}
