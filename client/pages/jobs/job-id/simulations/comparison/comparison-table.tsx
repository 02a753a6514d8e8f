import { Table, Text } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import { quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { type ShownUnit, shownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { OutputCells, OutputTable } from "../../output-table.tsx";
import type { ComparedOutput } from "./compare.ts";
import classes from "./comparison.module.css";

const NUMBERS = ["Simulated", "Predicted", "95% lower", "95% upper", "Difference"] as const;

/** A difference with its sign: positive where the simulation lies above the prediction. */
const signed = (value: number, unit: ShownUnit): string =>
  value > 0 ? `+${quantityText(value, unit)}` : quantityText(value, unit).replace("-", "−");

function numbersOf(one: ComparedOutput): string[] {
  const unit = shownUnit(one.output);
  const { multiplier } = unit;
  switch (one.kind) {
    case "scalar":
      return [
        ...[one.simulated, one.predicted, one.lower, one.upper].map((value) =>
          quantityText(value / multiplier, unit),
        ),
        signed(one.difference / multiplier, unit),
      ];
    case "curve":
      return [`${one.count} points`, "–", "–", "–", `${signed(one.difference / multiplier, unit)} at most`];
    case "none":
      return NUMBERS.map(() => "–");
  }
}

/** The nominal coverage of the bounds. */
const EXPECTED = 0.95;

function InsideBounds({ one }: { one: ComparedOutput }) {
  if (one.kind === "none")
    return (
      <Text size="xs" c="dimmed">
        not compared
      </Text>
    );
  const { inside, count } = one;
  const held = inside >= EXPECTED * count;
  return (
    <span className={classes.answer} data-held={held || undefined}>
      {held ? <IconCheck size={14} /> : <IconX size={14} />}
      {one.kind === "scalar" ? (held ? "Yes" : "No") : `${inside} of ${count}`}
    </span>
  );
}

/** Scalars first: most columns are empty for a curve. */
const ORDER = ["scalar", "curve", "none"] as const;
const inOrder = (compared: readonly ComparedOutput[]): ComparedOutput[] =>
  ORDER.flatMap((kind) => compared.filter((one) => one.kind === kind));

/** Each output: simulated and predicted values, and whether the bounds hold. */
export function ComparisonTable({ compared }: { compared: readonly ComparedOutput[] }) {
  return (
    <div className={classes.compared}>
      <OutputTable
        label="Simulated and predicted outputs"
        first="Output"
        columns={NUMBERS}
        more={<Table.Th className={classes.inside}>Inside the bounds</Table.Th>}
        verticalSpacing={4}
      >
        {inOrder(compared).map((one) => (
          <Table.Tr key={one.output.name} data-kind={one.kind}>
            <OutputCells output={one.output} columns={NUMBERS} texts={numbersOf(one)} strong="Simulated" />
            <Table.Td data-label="Inside the bounds" className={classes.inside}>
              <InsideBounds one={one} />
            </Table.Td>
          </Table.Tr>
        ))}
      </OutputTable>
    </div>
  );
}
