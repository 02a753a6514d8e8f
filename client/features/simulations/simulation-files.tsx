import { Anchor, Table, Title } from "@mantine/core";
import type { KeptFile } from "@understudy/shared/api/simulation.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import classes from "#designs/simulations.module.css";

/** The kept files of a simulation, for download. */
export function SimulationFiles({ files }: { files: readonly KeptFile[] }) {
  if (files.length === 0) return null;
  return (
    <section aria-label="Files">
      <Title order={3} size="h5" mb={4}>
        Files
      </Title>
      <Table aria-label="Files" verticalSpacing={3}>
        <Table.Tbody>
          {files.map(({ path, size, href }) => (
            <Table.Tr key={path}>
              <Table.Td className={classes.name}>
                <Anchor href={href} download>
                  {path}
                </Anchor>
              </Table.Td>
              <Table.Td ta="right" c="dimmed" w={110}>
                {bytesText(size)}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
