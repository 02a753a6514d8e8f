import { MultiSelect, SegmentedControl, Stack, Text } from "@mantine/core";
import { archivedJobs, type JobFilter } from "@understudy/shared/api/job-list.ts";
import { jobStatus } from "@understudy/shared/domain/job.ts";
import { objective } from "@understudy/shared/domain/objectives.ts";
import type { Creator } from "./use-creators.ts";

const ARCHIVED_OPTIONS = [
  { value: "exclude", label: "Hide" },
  { value: "include", label: "Show" },
  { value: "only", label: "Only" },
];

type Props = {
  query: JobFilter;
  creators: readonly Creator[];
  onChange: (changes: Partial<JobFilter>) => void;
};

/** Several states, objectives and creators, and archived jobs. */
export default function FilterFields({ query, creators, onChange }: Props) {
  // The first has the focus as soon as the menu opens: its options would lie over the others.
  const choice = {
    size: "xs",
    clearable: true,
    searchable: true,
    openOnFocus: false,
    comboboxProps: { withinPortal: false },
  } as const;
  return (
    <Stack gap="sm">
      <MultiSelect
        {...choice}
        label="Status"
        autoFocus
        data={jobStatus.options}
        value={query.status}
        onChange={(chosen) =>
          onChange({ status: jobStatus.options.filter((status) => chosen.includes(status)) })
        }
      />
      <MultiSelect
        {...choice}
        label="Objective"
        data={objective.options}
        value={query.objective}
        onChange={(chosen) =>
          onChange({ objective: objective.options.filter((candidate) => chosen.includes(candidate)) })
        }
      />
      <MultiSelect
        {...choice}
        label="Creator"
        data={creators.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={query.creator.map(String)}
        onChange={(chosen) => onChange({ creator: chosen.map(Number) })}
      />
      <div>
        <Text size="xs" fw={500} mb={4}>
          Archived jobs
        </Text>
        <SegmentedControl
          fullWidth
          size="xs"
          aria-label="Archived jobs"
          data={ARCHIVED_OPTIONS}
          value={query.archived}
          onChange={(value) => onChange({ archived: archivedJobs.parse(value) })}
        />
      </div>
    </Stack>
  );
}
