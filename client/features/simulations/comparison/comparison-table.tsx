import { Table, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { OutputCells, OutputTable } from "#predictions/output-table.tsx";
import type { ComparedOutput } from "./compare.ts";
import classes from "./comparison.module.css";

const NUMBER_COLUMNS = ["Simulated", "Predicted", "95% lower", "95% upper", "Difference"] as const;

/** A difference with its sign: positive where the simulation lies above the prediction. */
const formatSigned = (value: number, unit: ShownUnit): string =>
  value > 0 ? `+${quantityText(value, unit)}` : quantityText(value, unit).replace("-", "−");

function formatNumbers(entry: ComparedOutput): string[] {
  const unit = shownUnit(entry.output);
  const { multiplier } = unit;
  switch (entry.kind) {
    case "scalar":
      return [
        ...[entry.simulated, entry.predicted, entry.lower, entry.upper].map((value) =>
          quantityText(value / multiplier, unit),
        ),
        formatSigned(entry.difference / multiplier, unit),
      ];
    case "curve":
      return [
        `${entry.count} points`,
        "–",
        "–",
        "–",
        `${formatSigned(entry.difference / multiplier, unit)} at most`,
      ];
    case "none":
      return NUMBER_COLUMNS.map(() => "–");
  }
}

/** The nominal coverage of the bounds. */
const NOMINAL_COVERAGE = 0.95;

function InsideBounds({ entry }: { entry: ComparedOutput }) {
  if (entry.kind === "none")
    return (
      <Text size="xs" c="dimmed">
        not compared
      </Text>
    );
  const { inside, count } = entry;
  const held = inside >= NOMINAL_COVERAGE * count;
  return (
    <span className={classes.answer} data-held={held || undefined}>
      {held ? <IconCheck size={14} /> : <IconX size={14} />}
      {entry.kind === "scalar" ? (held ? "Yes" : "No") : `${inside} of ${count}`}
    </span>
  );
}

/** Scalars first: most columns are empty for a curve. */
const KIND_ORDER = ["scalar", "curve", "none"] as const;
const sortByKind = (compared: readonly ComparedOutput[]): ComparedOutput[] =>
  KIND_ORDER.flatMap((kind) => compared.filter((entry) => entry.kind === kind));

/** Shows for each output the simulated and predicted values, and if the bounds hold. */
export function ComparisonTable({ compared }: { compared: readonly ComparedOutput[] }) {
  return (
    <div className={classes.compared}>
      <OutputTable
        label="Simulated and predicted outputs"
        first="Output"
        columns={NUMBER_COLUMNS}
        more={<Table.Th className={classes.inside}>Inside the bounds</Table.Th>}
        verticalSpacing={4}
      >
        {sortByKind(compared).map((entry) => (
          <Table.Tr key={entry.output.name} data-kind={entry.kind}>
            <OutputCells
              output={entry.output}
              columns={NUMBER_COLUMNS}
              texts={formatNumbers(entry)}
              strong="Simulated"
            />
            <Table.Td data-label="Inside the bounds" className={classes.inside}>
              <InsideBounds entry={entry} />
            </Table.Td>
          </Table.Tr>
        ))}
      </OutputTable>
    </div>
  );
}
