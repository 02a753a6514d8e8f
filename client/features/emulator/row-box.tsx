import { TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import classes from "#predictions/emulator.module.css";
import { REJECTED_KEYS } from "#predictions/rows.ts";

const GO_AFTER_MS = 350;

type Props = { row: number | null; disabled: boolean; onRow: (row: number) => void };

/** The row number, from 1; it wraps around at both ends. */
export function RowBox({ row, disabled, onRow }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const go = (text: string | null) => {
    clearTimeout(timer.current);
    setDraft(null);
    if (text !== null && /^\d+$/.test(text)) onRow(Number(text));
  };

  return (
    <TextInput
      type="number"
      size="xs"
      className={classes.row}
      aria-label="Row number"
      disabled={disabled}
      value={draft ?? (row === null || disabled ? "" : String(row))}
      onKeyDown={(event) => {
        if (REJECTED_KEYS.includes(event.key)) event.preventDefault();
        if (event.key === "Enter") go(draft);
      }}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        clearTimeout(timer.current);
        timer.current = setTimeout(() => go(text), GO_AFTER_MS);
      }}
      onBlur={() => go(draft)}
    />
  );
}
