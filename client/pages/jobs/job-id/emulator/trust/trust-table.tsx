import { Table, UnstyledButton } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatAccuracy } from "../accuracy-text.ts";
import { coverageOf, percent } from "./coverage.ts";
import { modelText } from "./families.ts";
import classes from "./trust.module.css";

type Props = {
  report: EmulatorReport;
  outputs: readonly OutputDefinition[];
  chosen: string;
  onChoose: (name: string) => void;
};

/** One line an output; the one chosen is shown closely below. */
export function TrustTable({ report, outputs, chosen, onChoose }: Props) {
  const trusts = new Map(report.outputs.map((trust) => [trust.name, trust]));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: with many outputs it scrolls, by keyboard too
    <section className={classes.scroll} tabIndex={0} aria-label="Trust in each output">
      <Table className={classes.table} aria-label="Trust in each output">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Output</Table.Th>
            <Table.Th className={classes.number}>Accuracy</Table.Th>
            <Table.Th>Inside the 95% bounds</Table.Th>
            <Table.Th className={classes.number}>Calibration error</Table.Th>
            <Table.Th>Model</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outputs.map((output) => {
            const trust = trusts.get(output.name);
            if (trust === undefined) return null;
            const coverage = coverageOf(trust, report.validation_rows);
            const isChosen = output.name === chosen;
            return (
              <Table.Tr key={output.name} data-chosen={(isChosen && outputs.length > 1) || undefined}>
                <Table.Th scope="row" className={classes.name} title={output.name}>
                  {outputs.length === 1 ? (
                    displayName(output)
                  ) : (
                    <UnstyledButton
                      className={classes.pick}
                      aria-pressed={isChosen}
                      onClick={() => onChoose(output.name)}
                    >
                      {displayName(output)}
                    </UnstyledButton>
                  )}
                </Table.Th>
                <Table.Td className={classes.number} data-label="Accuracy">
                  {formatAccuracy(trust.coefficient_of_determination)}
                </Table.Td>
                <Table.Td data-label="Inside the 95% bounds">
                  <span className={classes.figure}>
                    {trust.values_inside.toLocaleString("en")} of{" "}
                    {trust.validation_values.toLocaleString("en")} ({percent(coverage.share)})
                  </span>{" "}
                  <span className={classes.verdict} data-verdict={coverage.verdict}>
                    {coverage.text}
                  </span>
                </Table.Td>
                <Table.Td className={classes.number} data-label="Calibration error">
                  {(trust.calibration.mean_absolute_error * 100).toFixed(1)}%
                </Table.Td>
                <Table.Td data-label="Model">{modelText(trust.families)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </section>
  );
}
