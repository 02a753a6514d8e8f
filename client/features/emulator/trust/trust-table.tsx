import { Table, UnstyledButton } from "@mantine/core";
import type { EmulatorReport } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { DEFAULT_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { countText, fixedPercentText } from "@understudy/shared/number-text.ts";
import { useEffect, useState } from "react";
import { AccuracyText } from "#predictions/accuracy-cell.tsx";
import { describeCoverage, percent } from "#predictions/coverage.ts";
import { modelText } from "#predictions/families.ts";
import { Paging } from "#ui/paging.tsx";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { WithCsv } from "#ui/table-csv.tsx";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import classes from "./trust.module.css";

type Props = {
  report: EmulatorReport;
  outputs: readonly OutputDefinition[];
  chosen: string;
  onChoose: (name: string) => void;
};

/** The page of the table with an output, from 1. */
const findPage = (outputs: readonly OutputDefinition[], name: string, size: number): number =>
  1 +
  Math.floor(
    Math.max(
      0,
      outputs.findIndex((output) => output.name === name),
    ) / size,
  );

/** One line an output; the one chosen is shown closely below. */
export function TrustTable(props: Props) {
  const { outputs, chosen } = props;
  const [size, setSize] = useState(DEFAULT_PAGE_SIZE);
  const [page, setPage] = useState(() => findPage(outputs, chosen, DEFAULT_PAGE_SIZE));
  // Whatever is chosen elsewhere on the page is to be seen here.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another is chosen
  useEffect(() => setPage(findPage(outputs, chosen, size)), [chosen]);
  const last = Math.max(1, Math.ceil(outputs.length / size));
  const from = (Math.min(page, last) - 1) * size;
  return (
    <>
      <WithCsv label="Trust in each output">
        <Lines {...props} outputs={outputs.slice(from, from + size)} isOnly={outputs.length === 1} />
      </WithCsv>
      {outputs.length > DEFAULT_PAGE_SIZE && (
        <div className={classes.paging}>
          <Paging
            item="output"
            pageNumber={Math.min(page, last)}
            pageSize={size}
            totalCount={outputs.length}
            onPage={setPage}
            onPageSize={(next) => {
              setPage(findPage(outputs, outputs[from]?.name ?? chosen, next));
              setSize(next);
            }}
          />
        </div>
      )}
    </>
  );
}

function Lines({ report, outputs, chosen, onChoose, isOnly }: Props & { isOnly: boolean }) {
  const trusts = new Map(report.outputs.map((trust) => [trust.name, trust]));
  return (
    <ScrollFrame label="Trust in each output" className={classes.scroll}>
      <Table className={classes.table} aria-label="Trust in each output">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Output</Table.Th>
            <Table.Th>Verdict</Table.Th>
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
            const coverage = describeCoverage(trust, trust.validation_rows);
            const isChosen = output.name === chosen;
            return (
              <Table.Tr key={output.name} data-chosen={(isChosen && !isOnly) || undefined}>
                <Table.Th scope="row" className={classes.name} title={output.name}>
                  {isOnly ? (
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
                <Table.Td data-label="Verdict">
                  <VerdictBadge verdict={trust.verdict} />
                </Table.Td>
                <Table.Td className={classes.number} data-label="Accuracy">
                  <AccuracyText coefficient={trust.coefficient_of_determination} trust={trust} />
                </Table.Td>
                <Table.Td data-label="Inside the 95% bounds">
                  <span className={classes.figure}>
                    {countText(trust.values_inside)} of {countText(trust.validation_values)} (
                    {percent(coverage.share)})
                  </span>{" "}
                  <span className={classes.coverage} data-width={coverage.width}>
                    {coverage.text}
                  </span>
                </Table.Td>
                <Table.Td className={classes.number} data-label="Calibration error">
                  {fixedPercentText(trust.calibration.mean_absolute_error)}
                </Table.Td>
                <Table.Td data-label="Model">{modelText(trust.families)}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}
