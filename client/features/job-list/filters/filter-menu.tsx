import { Button, Center, Loader, Popover } from "@mantine/core";
import { IconFilter } from "@tabler/icons-react";
import type { JobFilter } from "@understudy/shared/api/job-list.ts";
import { lazy, Suspense } from "react";
import type { Creator } from "./use-creators.ts";

/** The fields and their libraries are loaded once the menu opens, so that the list itself is there sooner. */
const FilterFields = lazy(() => import("./filter-fields.tsx"));

type Props = {
  query: JobFilter;
  creators: readonly Creator[];
  /** The number of kinds of filter that are set. */
  count: number;
  onChange: (changes: Partial<JobFilter>) => void;
  onOpen: () => void;
};

/** The filters of the job list besides its text. */
export function FilterMenu({ query, creators, count, onChange, onOpen }: Props) {
  return (
    <Popover position="bottom-start" shadow="md" width={300} trapFocus onOpen={onOpen}>
      <Popover.Target>
        <Button variant="default" size="sm" leftSection={<IconFilter size={15} />}>
          {count === 0 ? "Filters" : `Filters (${count})`}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="Filters">
        <Suspense
          fallback={
            <Center mih={240}>
              <Loader size="sm" />
            </Center>
          }
        >
          <FilterFields query={query} creators={creators} onChange={onChange} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  );
}
