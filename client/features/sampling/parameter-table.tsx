import { Paper, Table, Text, Title } from "@mantine/core";
import { countText, exactText, fixedPercentText, roundTo } from "@understudy/shared/number-text.ts";
import { type ShownParameter, valueText } from "#designs/parameters.ts";
import simulationClasses from "#designs/simulations.module.css";
import { ScrollFrame } from "#ui/scroll-frame.tsx";

const formatRounded = (value: number | null, digits = 3): string =>
  value === null ? "–" : exactText(roundTo(value, digits));

/** The option that most samples have, with their share. */
function findCommonest({ options, counts, edges }: ShownParameter): string {
  const most = counts.indexOf(Math.max(...counts));
  const total = counts.reduce((sum, count) => sum + count, 0);
  const share = fixedPercentText((counts[most] ?? 0) / Math.max(1, total), 0);
  return `${options?.[Math.ceil(edges[most] ?? 0)] ?? "–"} (${share})`;
}

/** Shows the median and the interval of each sampled variable, and how well the chain knows them. */
export function ParameterTable({ parameters }: { parameters: readonly ShownParameter[] }) {
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="sampled-variables">
      <Title order={2} id="sampled-variables">
        Variables
      </Title>
      <ScrollFrame label="Table of sampled variables" className={simulationClasses.frame}>
        <Table verticalSpacing={4} miw={720}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Name</Table.Th>
              <Table.Th ta="right">Median</Table.Th>
              <Table.Th ta="right">95% interval</Table.Th>
              <Table.Th ta="right">Mean ± deviation</Table.Th>
              <Table.Th ta="right">Autocorrelation time</Table.Th>
              <Table.Th ta="right">Effective samples</Table.Th>
              <Table.Th ta="right">R-hat</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {parameters.map((parameter) => (
              <Row key={`${parameter.name} ${parameter.element}`} parameter={parameter} />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollFrame>
      <Text size="xs" c="dimmed" mt={4}>
        The median lies in the middle of the samples, 95% of them in the interval. Of an option, the most
        frequent value is shown.
      </Text>
    </Paper>
  );
}

function Row({ parameter }: { parameter: ShownParameter }) {
  const { display, options, quantiles, mean, deviation, time, effective, r_hat } = parameter;
  const [low, , median, , high] = quantiles;
  const isOption = options !== null;
  return (
    <Table.Tr data-numeric>
      <Table.Th scope="row" fw={500}>
        {display}
      </Table.Th>
      <Table.Td ta="right">{isOption ? findCommonest(parameter) : valueText(median, parameter)}</Table.Td>
      <Table.Td ta="right">
        {isOption ? "–" : `${valueText(low, parameter)} to ${valueText(high, parameter)}`}
      </Table.Td>
      <Table.Td ta="right">
        {isOption ? "–" : `${valueText(mean, parameter)} ± ${valueText(deviation, parameter)}`}
      </Table.Td>
      <Table.Td ta="right">{time === null ? "–" : `${formatRounded(time)} steps`}</Table.Td>
      <Table.Td ta="right">{effective === null ? "–" : countText(Math.round(effective))}</Table.Td>
      <Table.Td ta="right">{formatRounded(r_hat, 4)}</Table.Td>
    </Table.Tr>
  );
}
