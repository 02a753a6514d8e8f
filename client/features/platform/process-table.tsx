import { Badge, Button } from "@mantine/core";
import type { PlatformProcess } from "@understudy/shared/api/platform.ts";
import { assertNever } from "@understudy/shared/assert-never.ts";
import { counted } from "@understudy/shared/counted.ts";
import { bytesText, decimalText } from "@understudy/shared/number-text.ts";
import { call } from "#api/call.ts";
import { Moment } from "#ui/moment.tsx";
import { useAction } from "#ui/use-action.ts";
import classes from "./platform.module.css";
import { FactTable } from "./platform-tables.tsx";

const PROCESS_COLUMNS = ["Process", "State", "Load", "Memory", "Started", "Version", "Action"];
const KIND_LABELS = { web: "Web process", runner: "Runner" } as const;
const WORK_NOUNS = { web: "export", runner: "job" } as const;

/** The processes of the platform. A drained one takes no more work, so that it can be ended without interrupting any. */
export function ProcessTable({
  processes,
  onChanged,
}: {
  processes: PlatformProcess[];
  onChanged: () => void;
}) {
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
