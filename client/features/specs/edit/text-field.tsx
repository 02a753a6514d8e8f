import { TextInput, type TextInputProps } from "@mantine/core";

type Props = Omit<TextInputProps, "onChange" | "value"> & {
  value: string;
  onText: (text: string) => void;
};

/** A line of text of a card. */
export const TextField = ({ onText, ...input }: Props) => (
  <TextInput
    size="xs"
    autoComplete="off"
    spellCheck={false}
    {...input}
    onChange={(event) => onText(event.currentTarget.value)}
  />
);
