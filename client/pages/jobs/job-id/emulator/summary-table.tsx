import { Table, Text } from "@mantine/core";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { memo } from "react";
import { formatValue } from "../../../../components/format.ts";
import { formatAccuracy } from "./accuracy-text.ts";
import classes from "./emulator.module.css";
import type { EmulatorSession } from "./session.ts";

const COLUMNS = [
  "Lower Bound",
  "Emulator Output",
  "Upper Bound",
  "Data Comparison",
  "Prediction Accuracy",
] as const;

type Props = { outputs: readonly OutputDefinition[]; session: EmulatorSession };

/** Every scalar output at the sliders' point, beside the row it is compared with. */
export const SummaryTable = memo(function SummaryTable({ outputs, session }: Props) {
  const prediction = session.usePrediction();
  const row = session.useDataRow();
  return (
    <div className={classes.frame}>
      <Table className={classes.summary} aria-label="Scalar outputs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} className={classes.number}>
                {column}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {outputs.map((output) => {
            const { name, unit, multiplier } = output;
            const answer = prediction?.outputs[name];
            const actual = row?.data[name];
            const accuracy = answer?.coefficients_of_determination[0];
            const shown = (value: unknown) =>
              typeof value === "number" ? formatValue(value / multiplier) : "–";
            return (
              <Table.Tr key={name}>
                <Table.Th scope="row" className={classes.name} title={name}>
                  {displayName(output)}
                  {unit !== "" && (
                    <Text component="span" c="dimmed" size="sm">
                      {" "}
                      ({unit})
                    </Text>
                  )}
                </Table.Th>
                {[
                  shown(answer?.lower_bounds[0]),
                  shown(answer?.values[0]),
                  shown(answer?.upper_bounds[0]),
                  shown(actual),
                  typeof accuracy === "number" ? formatAccuracy(accuracy) : "–",
                ].map((text, index) => (
                  <Table.Td key={COLUMNS[index]} data-label={COLUMNS[index]} className={classes.number}>
                    {text}
                  </Table.Td>
                ))}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </div>
  );
});
