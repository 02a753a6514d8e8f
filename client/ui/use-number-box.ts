import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { fullText, quantityText } from "@understudy/shared/quantities/quantity-text.ts";
import { NO_UNIT, type ShownUnit } from "@understudy/shared/quantities/shown-unit.ts";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import { type KeyboardEvent, useState } from "react";

export type NumberBoxOptions = {
  /** The value is in the shown unit, as `min` and `max` are. */
  value: number | null;
  /** Called with each valid number while typing, and on leaving the field with one that was clamped to `min` and `max`. */
  onNumber: (value: number) => void;
  min?: number | undefined;
  max?: number | undefined;
  /** The name of the limits, such as `value in the data`: it is shown with a value that was clamped. */
  limitName?: string | undefined;
  /** The unit of a plain number; a number with a prefix or another unit is converted to it. */
  shown?: ShownUnit | undefined;
  isWhole?: boolean | undefined;
};

/** The hint under a resting pointer: numbers that may be typed. */
export const numberHint = (unit: string): string =>
  unit === ""
    ? "A number such as 40u, 4k7 or 1e-6"
    : `A number in ${unit}; or with a prefix, such as 40u, 4k7 or 1e-6`;

const NO_LIMITS = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY };

/** Attributes that every box for a number has, whatever draws it. */
export const NUMBER_INPUT = {
  inputMode: "text",
  autoComplete: "off",
  autoCapitalize: "off",
  spellCheck: false,
} as const;

/** The text of a box for a number in engineering notation. What cannot be read stays as typed, with what is wrong with it. */
export function useNumberBox({ value, onNumber, limitName = "value allowed", ...rest }: NumberBoxOptions) {
  const { min = NO_LIMITS.min, max = NO_LIMITS.max, shown = NO_UNIT, isWhole = false } = rest;
  const [draft, setDraft] = useState<string | null>(null);
  /** The end that a value was clamped to; said until the value is another. */
  const [limit, setLimit] = useState<number | null>(null);
  const read = draft === null ? null : readNumber(draft, { shown, isWhole });
  const text = value === null ? "" : quantityText(value, shown, "short");
  const isClamped = limit !== null && quantityText(limit, shown, "short") === text;

  const type = (typed: string) => {
    setDraft(typed);
    setLimit(null);
    const now = readNumber(typed, { shown, isWhole });
    if ("value" in now && now.value >= min && now.value <= max) onNumber(now.value);
  };
  const take = (number: number) => {
    const clamped = Math.min(Math.max(number, min), max);
    setLimit(clamped === number ? null : clamped);
    if (clamped !== value) onNumber(clamped);
    setDraft(null);
  };
  const leave = () => {
    if (read !== null && "value" in read) take(read.value);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") return leave();
    const by = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
    if (!isWhole || by === 0 || value === null) return;
    event.preventDefault();
    take(value + by);
  };

  const end = limit === max ? "largest" : "smallest";
  return {
    text: draft ?? text,
    hint: numberHint(shown.text),
    /** The problem with the text; null: it has none. */
    problem: read !== null && "problem" in read ? read.problem : null,
    /** Says that the value was clamped; null: it was not. */
    note: isClamped ? MESSAGES.limitedTo(fullText(limit, shown, "short"), end, limitName) : null,
    type,
    leave,
    press,
  };
}
