import { Anchor, Text } from "@mantine/core";
import { countText } from "@understudy/shared/number-text.ts";
import { Fragment } from "react";
import { type Missed, missedText } from "./missed-rows.ts";

type Props = {
  missed: Missed;
  /** Compares the emulator with a validation row; rows count from 1. */
  onRow: (row: number) => void;
};

/** How many rows are named. */
const NAMED = 8;

/** How many validation rows the bounds missed, and which: a click compares the emulator with one. */
export function OutsideRows({ missed, onRow }: Props) {
  const named = missed.rows.slice(0, NAMED);
  const others = missed.rows.length - named.length;
  return (
    <Text size="sm">
      {missedText(missed)}
      {named.map((row, at) => (
        <Fragment key={row}>
          {at > 0 && (at === named.length - 1 && others === 0 ? " and " : ", ")}
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
      {others > 0 && ` and ${countText(others)} more`}
      {named.length > 0 && "."}
    </Text>
  );
}
