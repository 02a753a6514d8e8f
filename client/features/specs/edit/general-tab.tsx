import { Anchor, Stack, Table, Text } from "@mantine/core";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { LabelFields } from "../new/label-fields.tsx";
import type { SpecDraft } from "./draft.ts";
import classes from "./general-tab.module.css";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & { version: SpecVersion; draft: SpecDraft };

/** The name of the spec, its command, and its files. */
export function GeneralTab({ version, draft, problems, disabled, edit }: Props) {
  const { run, files, spec_id, id } = version;
  return (
    <Stack gap="md" maw={760}>
      <LabelFields labels={draft} errors={problems} disabled={disabled} onChange={edit.labels} />
      <div>
        <Text size="sm" fw={600} mb={3}>
          Command
        </Text>
        <code className={classes.command}>{run?.command.join(" ")}</code>
      </div>
      <div>
        <Text size="sm" fw={600} mb={3}>
          Files of version {version.number}
        </Text>
        <div className={classes.files}>
          <Table aria-label="Files" verticalSpacing={4}>
            <Table.Tbody>
              {files.map(({ path, size }) => (
                <Table.Tr key={path}>
                  <Table.Td className={classes.path}>{path}</Table.Td>
                  <Table.Td ta="right" w={90} data-numeric>
                    {bytesText(size)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
        <Anchor href={`/static/specs/${spec_id}/${id}.zip`} download size="sm" mt={6} display="inline-block">
          Download zip
        </Anchor>
      </div>
    </Stack>
  );
}
