import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { AccuracyText } from "#predictions/accuracy-cell.tsx";
import { VerdictBadge } from "#ui/verdict-badge.tsx";
import classes from "./accuracies.module.css";
import { collectNames } from "./common.ts";
import { type ComparedColumn, type ComparisonRow, ComparisonTable } from "./comparison-table.tsx";
import { Section } from "./section.tsx";
import type { ComparedJob } from "./use-compared-job.ts";

const NO_VALUE = "–";

function Accuracy({ trust, isBest }: { trust: OutputTrust | undefined; isBest: boolean }) {
  if (trust === undefined) return NO_VALUE;
  return (
    <span className={classes.accuracy} data-best={isBest || undefined}>
      <AccuracyText coefficient={trust.coefficient_of_determination} trust={trust} />{" "}
      <VerdictBadge verdict={trust.verdict} />
    </span>
  );
}

/** The accuracy of each emulator for each output, and its training. */
export function Accuracies({
  jobs,
  columns,
}: {
  jobs: readonly ComparedJob[];
  columns: readonly ComparedColumn[];
}) {
  const row = (head: string, cell: (compared: ComparedJob) => ComparisonRow["cells"][number]) => ({
    key: head,
    head,
    cells: jobs.map((compared) => (compared.report === null ? NO_VALUE : cell(compared))),
  });
  const training = [
    row("Training rows", ({ report }) => report && countText(report.training_rows)),
    row("Rows measured on", ({ report }) => report && countText(report.validation_rows)),
    row("Training effort", ({ config }) => config?.training.effort ?? NO_VALUE),
  ];
  const outputs = collectNames(jobs.map(({ report }) => report?.outputs ?? [])).map((name): ComparisonRow => {
    const trusts = jobs.map(({ report }) => report?.outputs.find((output) => output.name === name));
    const best = Math.max(...trusts.map((trust) => trust?.coefficient_of_determination ?? -Infinity));
    const hasRivals = trusts.filter((trust) => trust !== undefined).length > 1;
    return {
      key: `output ${name}`,
      head: name,
      cells: trusts.map((trust, at) => (
        <Accuracy
          key={columns[at]?.id}
          trust={trust}
          isBest={hasRivals && trust?.coefficient_of_determination === best}
        />
      )),
    };
  });
  const isEmpty = jobs.every(({ report }) => report === null);
  return (
    <Section title="Prediction accuracy" note={isEmpty ? LIST_MESSAGES.noAccuracies : null}>
      {!isEmpty && (
        <ComparisonTable label="Prediction accuracy" columns={columns} rows={[...training, ...outputs]} />
      )}
    </Section>
  );
}
