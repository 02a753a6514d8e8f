import { Radio, Stack, Text } from "@mantine/core";
import classes from "./cards.module.css";

type Props<Value extends string> = {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; text: string }[];
  disabled: boolean;
  onChange: (value: Value) => void;
};

/** A choice whose options need a sentence each. */
export function Cards<Value extends string>({ label, value, options, disabled, onChange }: Props<Value>) {
  return (
    <Radio.Group
      label={label}
      value={value}
      onChange={(chosen) => {
        const option = options.find((candidate) => candidate.value === chosen);
        if (option) onChange(option.value);
      }}
    >
      <Stack gap={6} mt={4}>
        {options.map((option) => (
          <Radio.Card
            key={option.value}
            value={option.value}
            disabled={disabled}
            className={classes.card}
            aria-label={`${option.label}: ${option.text}`}
          >
            <Radio.Indicator size="xs" mt={3} />
            <div>
              <Text size="sm" fw={500}>
                {option.label}
              </Text>
              <Text size="xs" c="dimmed">
                {option.text}
              </Text>
            </div>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
