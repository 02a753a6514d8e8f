import { Anchor, Text } from "@mantine/core";
import { countText } from "@understudy/shared/number-text.ts";
import { Fragment } from "react";
import { type MissedRows, missedText } from "./missed-rows.ts";

type Props = {
  missed: MissedRows;
  /** Compares the emulator with a validation row; rows count from 1. */
  onRow: (row: number) => void;
};

/** The number of rows that are named. */
const MAX_NAMED_ROWS = 8;

/** The number of validation rows that the bounds missed, and their names: a click compares the emulator with one. */
export function OutsideRows({ missed, onRow }: Props) {
  const named = missed.rows.slice(0, MAX_NAMED_ROWS);
  const unnamedCount = missed.rows.length - named.length;
  return (
    <Text size="sm">
      {missedText(missed)}
      {named.map((row, at) => (
        <Fragment key={row}>
          {at > 0 && (at === named.length - 1 && unnamedCount === 0 ? " and " : ", ")}
          <Anchor
            component="button"
            type="button"
            underline="always"
            size="sm"
            aria-label={`Compare with validation row ${row}`}
            onClick={() => onRow(row)}
          >
            {row}
          </Anchor>
        </Fragment>
      ))}
      {unnamedCount > 0 && ` and ${countText(unnamedCount)} more`}
      {named.length > 0 && "."}
    </Text>
  );
}
