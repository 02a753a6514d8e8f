import { Table, Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { ErrorBanner } from "../../../components/error-banner.tsx";
import { LoadingLines } from "../../../components/loading.tsx";
import { useSpecVersion } from "../../../hooks/use-spec-version.ts";
import { TableSection } from "./section.tsx";
import { defaultText, rangeText } from "./variable-text.ts";

/** What can be set in a simulation of a version, and its default range. */
export function SpecVariables({ versionId }: { versionId: number }) {
  const { spec: version, failure, retry } = useSpecVersion(versionId);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={retry} />;
  if (version === null) return <LoadingLines rows={4} height={29} />;
  return (
    <TableSection title="Variables" columns={["Name", "Type", "Range or options", "Default"]}>
      {version.variables.map((variable) => (
        <Table.Tr key={variable.name}>
          <Table.Td title={variable.help_text}>
            {variable.verbose_name}
            {variable.verbose_name !== variable.name && (
              <Text component="span" size="xs" c="dimmed" ff="monospace">
                {" "}
                {variable.name}
              </Text>
            )}
          </Table.Td>
          <Table.Td>{variable.type}</Table.Td>
          <Table.Td>{rangeText(variable)}</Table.Td>
          <Table.Td>{defaultText(variable)}</Table.Td>
        </Table.Tr>
      ))}
    </TableSection>
  );
}
