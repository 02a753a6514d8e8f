import { Group, Stack, Table, Text } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import type { OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { memo } from "react";
import { useJobConfig } from "#data/jobs.ts";
import { EditSteps } from "#ui/edit-steps.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { SaveStatus } from "#ui/save-status.tsx";
import { Cell, NameCell } from "../cell.tsx";
import { ConfigTable } from "../config-table.tsx";
import { DisplayFields, type DisplayFieldsProps } from "../display-fields.tsx";
import { OverruledEdits } from "../edit-tools.tsx";
import { FieldMarks } from "../field-marks/field-marks.tsx";
import { GridField } from "../grid-field.tsx";
import { SuggestedUnits } from "../suggested-units.tsx";
import { useConfigEditor } from "../use-config-editor.ts";

const COLUMN_TITLES = ["Column", "Display name", "Unit", "Multiplier"] as const;

type DisplayRowProps = DisplayFieldsProps & {
  /** The output of the row; undefined: the table has no column of grids. */
  output?: OutputDefinition | undefined;
};

const DisplayRow = memo(function DisplayRow({ output, ...props }: DisplayRowProps) {
  const { disabled, onEdit } = props;
  return (
    <Table.Tr>
      <NameCell name={props.variable.name} />
      <DisplayFields {...props} />
      {output !== undefined && (
        <Cell label="Grid">
          {output.type === "Vector" ? <GridField output={output} disabled={disabled} onEdit={onEdit} /> : "–"}
        </Cell>
      )}
    </Table.Tr>
  );
});

/** The names of a job's columns, and the units in which they are shown. Changing them does not change the emulator. */
export function DisplayConfig({ job }: { job: Job }) {
  const { config, failure, reload } = useJobConfig(job.id);
  if (config === null) {
    if (failure !== null) return <ErrorBanner message={MESSAGES.loadingData} onRetry={() => void reload()} />;
    return <LoadingLines rows={8} height={30} />;
  }
  return <Editor jobId={job.id} stored={config} />;
}

function Editor({ jobId, stored }: { jobId: number; stored: JobConfig }) {
  const editor = useConfigEditor(jobId, stored);
  const { config } = editor;
  const onEdit: (change: JobConfigChange) => void = editor.edit;
  const coordinates = new Set(config.coordinates.map(({ name }) => name));
  const outputs = config.outputs.filter(({ name }) => !coordinates.has(name));
  const hasVectors = outputs.some(({ type }) => type === "Vector");
  const tables: {
    kind: DisplayFieldsProps["kind"];
    title: string;
    items: DisplayFieldsProps["variable"][];
  }[] = [
    { kind: "inputs", title: "Inputs", items: config.inputs },
    { kind: "outputs", title: "Outputs", items: outputs },
    { kind: "coordinates", title: "Coordinates", items: config.coordinates },
  ];
  return (
    <Stack gap="lg" maw={860} data-form>
      <Group justify="space-between" gap="xs">
        <Text size="sm" c="dimmed">
          The names and units that everyone sees. Shown value = stored value / multiplier: F with 1e-12 is
          shown as pF. Enter numbers such as 40u, 4k7 or 2.2 pF.
        </Text>
        <Group gap="xs" wrap="nowrap">
          <EditSteps history={editor.history} />
          <SaveStatus editor={editor} failure={MESSAGES.updatingConfig} />
        </Group>
      </Group>
      <OverruledEdits editor={editor} />
      <SuggestedUnits config={config} disabled={false} onEdit={onEdit} />
      <FieldMarks config={stored}>
        {tables.map(({ kind, title, items }) => (
          <ConfigTable
            key={kind}
            title={title}
            columns={kind === "outputs" && hasVectors ? [...COLUMN_TITLES, "Grid"] : COLUMN_TITLES}
            items={items}
            row={(variable) => (
              <DisplayRow
                key={variable.name}
                kind={kind}
                variable={variable}
                output={
                  kind === "outputs" && hasVectors
                    ? outputs.find(({ name }) => name === variable.name)
                    : undefined
                }
                disabled={false}
                onEdit={onEdit}
              />
            )}
          />
        ))}
      </FieldMarks>
    </Stack>
  );
}
