import { TextInput, type TextInputProps } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { plainNumber } from "@understudy/shared/scaled-number.ts";
import { useState } from "react";
import { formatValue } from "./format.ts";

type Props = Omit<TextInputProps, "value" | "onChange" | "defaultValue"> & {
  value: number | null;
  /** Called with each valid number while typing, clamped to `min` and `max` on leaving the field. */
  onNumber: (value: number) => void;
  min?: number;
  max?: number;
};

/** A box for a number in any notation. What is not a number stays as typed and says "Invalid number". */
export function NumberField({ value, onNumber, min, max, error, ...input }: Props) {
  const [draft, setDraft] = useState<string | null>(null);
  const invalid = draft !== null && plainNumber(draft) === null;
  const shown = value === null ? "" : formatValue(value);

  function leave(): void {
    const typed = draft === null ? null : plainNumber(draft);
    if (typed === null) return;
    const clamped = Math.min(Math.max(typed, min ?? -Infinity), max ?? Infinity);
    if (clamped !== value) onNumber(clamped);
    setDraft(null);
  }

  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...input}
      value={draft ?? shown}
      error={invalid ? MESSAGES.invalidNumber : error}
      onChange={(event) => {
        const text = event.currentTarget.value;
        setDraft(text);
        const typed = plainNumber(text);
        if (typed !== null && typed >= (min ?? -Infinity) && typed <= (max ?? Infinity)) onNumber(typed);
      }}
      onBlur={leave}
      onKeyDown={(event) => {
        if (event.key === "Enter") leave();
      }}
    />
  );
}
