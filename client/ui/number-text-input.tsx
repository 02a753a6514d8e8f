import { TextInput, type TextInputProps } from "@mantine/core";
import { exactText, roundTo } from "@understudy/shared/number-text.ts";
import { typedNumber } from "@understudy/shared/quantities/typed-number.ts";

type Props = Omit<TextInputProps, "value" | "onChange" | "step"> & {
  text: string;
  onText: (text: string) => void;
  /** The step of the arrow keys; null: they do nothing. */
  step: number | null;
};

/** A box that keeps a number as it is typed, for a form that reads it and reports what is wrong with it. */
export function NumberTextInput({ text, onText, step, ...input }: Props) {
  return (
    <TextInput
      size="xs"
      inputMode={step === 1 ? "numeric" : "text"}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      {...input}
      value={text}
      onChange={(event) => onText(event.currentTarget.value)}
      onKeyDown={(event) => {
        const sign = event.key === "ArrowUp" ? 1 : event.key === "ArrowDown" ? -1 : 0;
        const value = typedNumber(text);
        if (step === null || sign === 0 || value === null) return;
        event.preventDefault();
        // Without the last bits of a sum of tenths.
        onText(exactText(roundTo(Math.round(value / step + sign) * step, 12)));
      }}
    />
  );
}
