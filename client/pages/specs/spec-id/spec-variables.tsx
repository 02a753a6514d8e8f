import { Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useSpecVersion } from "#data/specs.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { TableSection } from "./section.tsx";
import { defaultText, rangeText } from "./variable-text.ts";

/** The variables that can be set in a simulation of a version, and their default ranges. */
export function SpecVariables({ versionId }: { versionId: number }) {
  const { spec: version, failure, retry } = useSpecVersion(versionId);
  if (failure !== null) return <ErrorBanner message={MESSAGES.loadingSpec} onRetry={retry} />;
  if (version === null) return <LoadingLines rows={4} height={29} />;
  return (
    <TableSection
      title="Variables"
      columns={["Name", "Type", "Range or options", "Default"]}
      rows={version.variables.map((variable) => ({
        key: variable.name,
        name: <VariableName {...variable} />,
        hint: variable.help_text,
        values: [variable.type, rangeText(variable), defaultText(variable)],
      }))}
    />
  );
}

function VariableName({ verbose_name, name }: { verbose_name: string; name: string }) {
  return (
    <>
      {verbose_name}
      {verbose_name !== name && (
        <Text component="span" size="xs" c="dimmed" ff="monospace">
          {" "}
          {name}
        </Text>
      )}
    </>
  );
}
