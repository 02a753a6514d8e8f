import { Button, Popover, Select, Stack } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconFileImport } from "@tabler/icons-react";
import type { FocusRegion } from "@understudy/shared/api/job-config.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useState } from "react";
import { call, isAbort } from "#api/call.ts";

const WAIT_MS = 250;
const MAX_LISTED_JOBS = 20;

type Props = { jobId: number; disabled: boolean; onImport: (regions: readonly FocusRegion[]) => void };

/** Jobs that have focus regions, and once people type, any that may have some. */
function useOtherJobs(jobId: number, typed: string, isOpen: boolean) {
  const [filter] = useDebouncedValue(typed, WAIT_MS);
  const [options, setFound] = useState<{ value: string; label: string }[]>([]);
  useEffect(() => {
    if (!isOpen) return;
    const controller = new AbortController();
    call("listJobs", {
      query: {
        page_size: MAX_LISTED_JOBS,
        ...(filter === "" ? { has_focus_regions: true } : { filter, objective: ["Training" as const] }),
      },
      signal: controller.signal,
    }).then(
      ({ items }) =>
        setFound(
          items
            .filter(({ id }) => id !== jobId)
            .map(({ id, name }) => ({ value: String(id), label: `${name} (${id})` })),
        ),
      (thrown: unknown) => {
        if (!isAbort(thrown)) setFound([]);
      },
    );
    return () => controller.abort();
  }, [filter, jobId, isOpen]);
  return options;
}

/** Takes the focus regions of another job over. */
export function ImportRegions({ jobId, disabled, onImport }: Props) {
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState<string | null>(null);
  const otherJobs = useOtherJobs(jobId, typed, opened);

  async function take(value: string | null): Promise<void> {
    if (value === null) return;
    setProblem(null);
    try {
      const { regions } = await call("getFocusRegions", { params: { job_id: Number(value) } });
      if (regions.length === 0) return setProblem(MESSAGES.noFocusRegions);
      onImport(regions);
      setOpened(false);
    } catch {
      setProblem(MESSAGES.sourceJob);
    }
  }

  return (
    <Popover opened={opened} onChange={setOpened} trapFocus position="bottom-end" shadow="md" width={260}>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconFileImport size={14} />}
          disabled={disabled}
          onClick={() => setOpened(!opened)}
        >
          Import from another job
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Import focus regions">
        <Stack gap="xs">
          <Select
            label="Job"
            size="xs"
            placeholder="Search by name or ID"
            searchable
            data-autofocus
            nothingFoundMessage={MESSAGES.noMatches("job")}
            comboboxProps={{ withinPortal: false }}
            // The server has filtered already.
            filter={({ options }) => options}
            data={otherJobs}
            value={null}
            error={problem}
            onSearchChange={setTyped}
            onChange={(value) => void take(value)}
          />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
