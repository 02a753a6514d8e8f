import { TextInput, type TextInputProps } from "@mantine/core";
import { NUMBER_INPUT, type NumberBoxOptions, useNumberBox } from "./use-number-box.ts";

type Props = Omit<TextInputProps, "value" | "onChange" | "defaultValue" | "min" | "max"> & NumberBoxOptions;

/** A box for a number in engineering notation. What cannot be read stays as typed, with what is wrong with it. */
export function NumberField(props: Props) {
  const { value, onNumber, min, max, limitName, shown, isWhole, error, ...input } = props;
  const box = useNumberBox({ value, onNumber, min, max, limitName, shown, isWhole });
  return (
    <TextInput
      {...NUMBER_INPUT}
      title={box.hint}
      {...input}
      value={box.text}
      error={box.problem ?? error}
      {...(box.note !== null && {
        description: box.note,
        descriptionProps: { role: "status", c: "var(--text-warning)" },
        inputWrapperOrder: ["label", "input", "description", "error"],
      })}
      onChange={(event) => box.type(event.currentTarget.value)}
      onBlur={(event) => {
        box.leave();
        input.onBlur?.(event);
      }}
      onKeyDown={box.press}
    />
  );
}
