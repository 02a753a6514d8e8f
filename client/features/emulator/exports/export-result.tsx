import { Alert, Button, Group, Stack, Table, Text } from "@mantine/core";
import { IconAlertTriangle, IconDownload } from "@tabler/icons-react";
import type { EmulatorExport } from "@understudy/shared/api/emulator-export.ts";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { displayName } from "@understudy/shared/domain/variable.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { Copyable } from "#ui/copyable.tsx";
import { comparisonText, differenceText, formatVerdict, shareText } from "./result-texts.ts";

type Props = { shown: EmulatorExport; config: JobConfig };

/** A complete export: its file, how true it is to the emulator, and how to test it. */
export function ExportResultView({ shown, config }: Props) {
  const { result, file, model } = shown;
  if (result === null || file === null) return null;
  const { isGood, title, text } = formatVerdict(result, config);
  return (
    <Stack gap="sm" role="region" aria-label="Export">
      {isGood ? (
        <div>
          <Text fw={600}>{title}</Text>
          <Text size="sm">{text}</Text>
        </div>
      ) : (
        <Alert color="yellow" variant="light" icon={<IconAlertTriangle size={18} />}>
          <Text fw={600}>{title}</Text>
          <Text size="sm">{text}</Text>
        </Alert>
      )}
      <Differences shown={shown} config={config} />
      <Text size="xs" c="dimmed">
        {comparisonText(result)}
      </Text>
      <Group gap="xs">
        {[model, file].map(
          (download) =>
            download !== null && (
              <Button
                key={download.name}
                component="a"
                href={download.href}
                download
                size="sm"
                variant={download === (model ?? file) ? "filled" : "default"}
                leftSection={<IconDownload size={16} />}
              >
                {download.name} ({bytesText(download.size_bytes)})
              </Button>
            ),
        )}
      </Group>
      <Text size="sm">
        {model === null ? "In the folder of the zip" : "The zip has the self-test. In its folder"}, this
        command tests the file:
      </Text>
      <Copyable label="the command of the self-test" text={result.self_test} isCode />
    </Stack>
  );
}

function Differences({ shown: { result }, config }: Props) {
  if (result === null) return null;
  const isNetwork = result.network !== null;
  const hasBounds = isNetwork && result.has_bounds;
  return (
    <Table.ScrollContainer
      minWidth={isNetwork ? 560 : 320}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
    >
      <Table aria-label="Differences from the emulator">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Output</Table.Th>
            <Table.Th ta="right">Emulator's error</Table.Th>
            {isNetwork && <Table.Th ta="right">Share of the error</Table.Th>}
            {isNetwork && <Table.Th ta="right">Typical difference</Table.Th>}
            <Table.Th ta="right">Largest difference</Table.Th>
            {hasBounds && <Table.Th ta="right">Bounds differ by</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {result.outputs.map((output) => {
            const { name, error, largest_difference, typical_difference, share, bounds_difference } = output;
            const definition = config.outputs.find((candidate) => candidate.name === name);
            const text = (value: number | null): string => differenceText(value, output, config);
            return (
              <Table.Tr key={name}>
                <Table.Td>{definition === undefined ? name : displayName(definition)}</Table.Td>
                <Table.Td ta="right">{text(error)}</Table.Td>
                {isNetwork && <Table.Td ta="right">{share === null ? "–" : shareText(share)}</Table.Td>}
                {isNetwork && <Table.Td ta="right">{text(typical_difference)}</Table.Td>}
                <Table.Td ta="right">{text(largest_difference)}</Table.Td>
                {hasBounds && <Table.Td ta="right">{text(bounds_difference)}</Table.Td>}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}
