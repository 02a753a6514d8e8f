import { Table, Title } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import type { TypedValue } from "@understudy/shared/api/simulation.ts";
import classes from "#designs/simulations.module.css";
import { findDisplay, type NamedColumn, typedText } from "#designs/values.ts";
import comparisonClasses from "./comparison/comparison.module.css";
import type { ForeignInput } from "./comparison/foreign-inputs.ts";

type Props = {
  label: string;
  values: Readonly<Record<string, TypedValue>>;
  definitions: readonly NamedColumn[];
  foreign?: readonly ForeignInput[];
};

/** Names of, and values with their units of the inputs, or of the scalar outputs, of one simulation. */
export function ValueTable({ label, values, definitions, foreign = [] }: Props) {
  return (
    <Table aria-label={label} verticalSpacing={3}>
      <Table.Tbody>
        {Object.entries(values).map(([name, value]) => {
          const { display, unit } = findDisplay(definitions, name);
          const warning = foreign.find(({ variable }) => variable === name)?.text;
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400} c="dimmed" className={classes.name}>
                {display}
                {warning !== undefined && (
                  <div className={comparisonClasses.foreign}>
                    <IconAlertTriangle size={12} />
                    {warning}
                  </div>
                )}
              </Table.Th>
              <Table.Td ta="right" className={value.type === "Scalar" ? classes.number : classes.name}>
                {typedText(value, unit)}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}

/** The inputs of a simulation; `foreign` names those that the compared emulator was not trained on. */
export function InputTable(props: Omit<Props, "label">) {
  return (
    <section aria-label="Inputs">
      <Title order={3} size="h5" mb={4}>
        Inputs
      </Title>
      <ValueTable label="Inputs" {...props} />
    </section>
  );
}
