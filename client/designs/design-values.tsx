import { Table } from "@mantine/core";
import type { Optimization, PredictedDesign } from "@understudy/shared/api/optimization.ts";
import classes from "./optimization.module.css";
import {
  boundsText,
  type DesignValue,
  designValueText,
  inputLook,
  type Looks,
  meanText,
  outputLook,
  scoreText,
} from "./quantities.ts";

type Row = { name: string; value: string; detail?: string };

function Values({ label, rows }: { label: string; rows: readonly Row[] }) {
  return (
    <Table aria-label={label} verticalSpacing={3} horizontalSpacing={6}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th colSpan={2} c="dimmed" fz="xs">
            {label}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ name, value, detail }) => (
          <Table.Tr key={name}>
            <Table.Th scope="row" fw={400} c="dimmed" className={classes.name}>
              {name}
            </Table.Th>
            <Table.Td ta="right">
              <b className={classes.value}>{value}</b>
              {detail !== undefined && detail !== "" && <div className={classes.detail}>{detail}</div>}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

/** The scalar outputs: as the emulator predicts them, with their 95% bounds, or as they were simulated. */
export function OutputValues({ design, looks }: { design: PredictedDesign; looks: Looks | null }) {
  const rows = Object.entries(design.outputs).map(([name, estimate]) => {
    const { display, unit } = outputLook(looks, name);
    return { name: display, value: meanText(estimate, unit), detail: boundsText(estimate, unit) };
  });
  return rows.length === 0 ? null : (
    <Values label={design.is_simulated ? "Outputs" : "Predicted outputs (95% bounds)"} rows={rows} />
  );
}

/** The values to build it with. */
export function InputValues({
  inputs,
  looks,
}: {
  inputs: Readonly<Record<string, DesignValue>>;
  looks: Looks | null;
}) {
  const rows = Object.entries(inputs).map(([name, value]) => {
    const { display, unit } = inputLook(looks, name);
    return { name: display, value: designValueText(value, unit) };
  });
  return <Values label="Variables" rows={rows} />;
}

/** The values of a design of the front in each goal. */
export function FrontValues({
  goals,
  design: { goals: values, violation },
}: {
  goals: readonly string[];
  design: Optimization["front"][number];
}) {
  const rows = goals.map((name, at) => ({ name, value: scoreText(values[at] ?? null) }));
  const limits =
    violation === null ? "–" : violation === 0 ? "All kept" : `Missed by ${scoreText(violation)} in sum`;
  return <Values label="Goals" rows={[...rows, { name: "Limits", value: limits }]} />;
}
