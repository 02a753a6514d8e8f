import { Group, Paper, Table, Text, Title } from "@mantine/core";
import type { FalseAlarms } from "@understudy/shared/api/out-of-spec.ts";
import { counted } from "@understudy/shared/counted.ts";
import { alarmSentence } from "#designs/result-text.ts";
import { shareText } from "#designs/share-text.ts";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { saveFile } from "#ui/save-file.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { alarmsCsv } from "./csv.ts";
import classes from "./out-of-spec.module.css";

/** The emulator's predictions of designs, and the results of their simulations. */
export function FalseAlarmTable({ alarms }: { alarms: FalseAlarms }) {
  const { without_score } = alarms;
  const rows = [
    ["Out of spec", alarms.confirmed, alarms.false_alarms, "False alarms", alarms.false_alarm_share],
    ["In spec", alarms.misses, alarms.confirmed_in_spec, "Misses", alarms.miss_share],
  ] as const;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="false-alarms">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="false-alarms">
          Predictions verified
        </Title>
        <DownloadChoice
          label="Download table"
          file={{ save: () => saveFile("false-alarms.csv", "text/csv", alarmsCsv(alarms)) }}
        />
      </Group>
      <Text size="sm" mb={6}>
        {alarmSentence(alarms)}
      </Text>
      <ScrollFrame label="Table of verified predictions" className={classes.frame}>
        <Table aria-label="Verified predictions" className={classes.alarms}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Predicted</Table.Th>
              <Table.Th ta="right">Simulated out of spec</Table.Th>
              <Table.Th ta="right">Simulated in spec</Table.Th>
              <Table.Th ta="right">Predicted wrongly</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(([predicted, out, inside, name, share]) => (
              <Table.Tr key={predicted}>
                <Table.Th scope="row" fw={400}>
                  {predicted}
                </Table.Th>
                <Table.Td ta="right">{out}</Table.Td>
                <Table.Td ta="right">{inside}</Table.Td>
                <Table.Td ta="right">{share === null ? "–" : `${name}: ${shareText(share)}`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      <Text size="xs" c="dimmed" mt={4}>
        Most simulations are placed near the limit, where predictions are least certain: over all of the
        ranges fewer are wrong.
        {without_score > 0 && ` ${counted(without_score, "simulation")} failed or gave no score.`}
      </Text>
    </Paper>
  );
}
