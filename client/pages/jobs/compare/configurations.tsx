import { Switch } from "@mantine/core";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { type ComparedColumn, ComparisonTable } from "./comparison-table.tsx";
import { configRows } from "./config-rows.ts";
import { Section } from "./section.tsx";
import type { ComparedJob } from "./use-compared-job.ts";

type Props = {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
  /** Settings that are the same are shown too. */
  showsAll: boolean;
  onShowAll: (showsAll: boolean) => void;
};

/** Shows the settings in which the configurations of the jobs differ. */
export function Configurations({ jobs, columns, showsAll, onShowAll }: Props) {
  const rows = configRows(jobs).filter(({ differs }) => showsAll || differs);
  return (
    <Section
      title="Configurations"
      controls={
        <Switch
          size="xs"
          label="Show all settings"
          checked={showsAll}
          onChange={(event) => onShowAll(event.currentTarget.checked)}
        />
      }
      note={rows.length === 0 ? LIST_MESSAGES.noDifferences : null}
    >
      {rows.length > 0 && (
        <ComparisonTable
          label="Configurations"
          columns={columns}
          rows={rows.map(({ label, texts }) => ({ key: label, head: label, cells: texts }))}
        />
      )}
    </Section>
  );
}
