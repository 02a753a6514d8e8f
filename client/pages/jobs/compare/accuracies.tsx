import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { LIST_MESSAGES } from "@understudy/shared/messages/lists.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { VerdictBadge } from "../../../components/verdict-badge.tsx";
import { AccuracyText } from "../job-id/emulator/accuracy-cell.tsx";
import classes from "./accuracies.module.css";
import { namesOf } from "./common.ts";
import { type ComparedColumn, type ComparisonRow, ComparisonTable } from "./comparison-table.tsx";
import { Section } from "./section.tsx";
import type { ComparedJob } from "./use-compared-job.ts";

const NONE = "–";

function Accuracy({ trust, isBest }: { trust: OutputTrust | undefined; isBest: boolean }) {
  if (trust === undefined) return NONE;
  return (
    <span className={classes.accuracy} data-best={isBest || undefined}>
      <AccuracyText coefficient={trust.coefficient_of_determination} trust={trust} />{" "}
      <VerdictBadge verdict={trust.verdict} />
    </span>
  );
}

/** How well each emulator predicts each output, with what it was trained on and how. */
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
    cells: jobs.map((one) => (one.report === null ? NONE : cell(one))),
  });
  const training = [
    row("Training rows", ({ report }) => report && countText(report.training_rows)),
    row("Validation rows", ({ report }) => report && countText(report.validation_rows)),
    row("Training effort", ({ config }) => config?.training.effort ?? NONE),
  ];
  const outputs = namesOf(jobs.map(({ report }) => report?.outputs ?? [])).map((name): ComparisonRow => {
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
