import { Group, Paper, Table, Text, Title } from "@mantine/core";
import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { type Looks, scoreText } from "#designs/quantities.ts";
import { intervalText, partText } from "#designs/share-text.ts";
import { DownloadChoice } from "#ui/download-choice.tsx";
import { saveFile } from "#ui/save-file.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import tables from "#ui/tables.module.css";
import { regionsCsv } from "./csv.ts";
import classes from "./out-of-spec.module.css";
import { regionText } from "./region-text.ts";

type Props = {
  outOfSpec: OutOfSpec;
  looks: Looks | null;
  selected: number;
  onSelect: (region: number) => void;
};

/** The separate regions that fail: what their designs have in common, how large they are, and how bad. */
export function Regions({ outOfSpec, looks, selected, onSelect }: Props) {
  const { regions, is_simulated, is_verified, is_distributed } = outOfSpec;
  // They are the same but for variables that are searched by decade, or have distributions.
  const hasProbability =
    is_distributed || regions.some(({ volume, probability }) => !isNear(volume.value, probability.value));
  const hasRuns = is_verified || is_simulated;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="failing-regions">
      <Group justify="space-between" gap="xs">
        <Title order={2} id="failing-regions">
          Failing regions
        </Title>
        <DownloadChoice
          label="Download table"
          file={{
            save: (isShown) =>
              saveFile("failing-regions.csv", "text/csv", regionsCsv(regions, looks, isShown)),
          }}
        />
      </Group>
      <ScrollFrame label="Table of failing regions" className={classes.frame}>
        <Table aria-label="Failing regions" verticalSpacing="xs" highlightOnHover className={classes.regions}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Region</Table.Th>
              <Table.Th>What its designs have in common</Table.Th>
              <Table.Th ta="right">Share of the ranges</Table.Th>
              {hasProbability && <Table.Th ta="right">Probability</Table.Th>}
              <Table.Th ta="right">Worst score</Table.Th>
              {hasRuns && <Table.Th ta="right">Simulations</Table.Th>}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {regions.map((region, at) => (
              <Table.Tr
                // biome-ignore lint/suspicious/noArrayIndexKey: its number is what a region is called
                key={at}
                className={at === selected ? classes.selected : undefined}
                onClick={() => onSelect(at)}
              >
                <Table.Td>
                  <button
                    type="button"
                    className={tables.link}
                    aria-pressed={at === selected}
                    onClick={() => onSelect(at)}
                  >
                    {at + 1}
                  </button>
                </Table.Td>
                <Table.Td className={classes.sentence}>{regionText(region, looks)}</Table.Td>
                <ShareCell share={region.volume} />
                {hasProbability && <ShareCell share={region.probability} />}
                <Table.Td ta="right">{scoreText(region.worst.score)}</Table.Td>
                {hasRuns && (
                  <Table.Td ta="right" className={classes.runs}>
                    {`${region.confirmed} confirmed`}
                    {region.refuted > 0 && (
                      <div className={classes.detail}>{falseAlarms(region.refuted)}</div>
                    )}
                  </Table.Td>
                )}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      <Text size="xs" c="dimmed" mt={4}>
        No path of failing designs connects two regions. Bounds are those of the smallest box around a region,
        rounded outward; those that do not narrow the ranges are left out.
        {is_distributed &&
          " The probability is that of a design whose inputs vary as was entered when the search ended."}
        {hasProbability &&
          !is_distributed &&
          " The probability is that of a design drawn evenly from the ranges; the share of the ranges counts variables over several decades by decade."}
      </Text>
    </Paper>
  );
}

const falseAlarms = (count: number): string => `${count} false alarm${count === 1 ? "" : "s"}`;
const isNear = (first: number, second: number): boolean =>
  Math.abs(first - second) <= 1e-3 * Math.max(first, second);

function ShareCell({ share }: { share: OutOfSpec["regions"][number]["volume"] }) {
  return (
    <Table.Td ta="right" className={classes.runs}>
      {partText(share.value)}
      {share.lower < share.upper && <div className={classes.detail}>{intervalText(share)}</div>}
    </Table.Td>
  );
}
