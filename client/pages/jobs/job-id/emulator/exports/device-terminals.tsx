import { Select, SimpleGrid, TextInput } from "@mantine/core";
import { EXPORT_LIMITS } from "@understudy/shared/limits.ts";
import { type Choice, type Terminals, terminalProblems } from "./options.ts";

type Props = { choice: Choice; onChange: (change: Partial<Choice>) => void };

/** The name of a third terminal until a person gives it another. */
const DEFAULT_CONTROL = "g";

/** Chooses the terminals between which the current of a device flows, and the voltage that the curve is over. */
export function DeviceTerminals({ choice, onChange }: Props) {
  const { terminals } = choice;
  const { positive, negative, control } = terminals;
  const problems = terminalProblems(choice);
  const change = (part: Partial<Terminals>) => onChange({ terminals: { ...terminals, ...part } });
  const field = (name: keyof Terminals, label: string) => (
    <TextInput
      label={label}
      value={terminals[name] ?? ""}
      error={problems[name]}
      maxLength={EXPORT_LIMITS.terminalLength}
      spellCheck={false}
      onChange={({ currentTarget }) => change({ [name]: currentTarget.value })}
    />
  );
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
      {field("positive", "Positive terminal, where the current enters")}
      {field("negative", "Negative terminal, where it leaves")}
      <Select
        label="Swept voltage"
        data={[
          { value: "positive", label: `From ${positive} to ${negative}, across the device` },
          { value: "control", label: `From a terminal of its own to ${negative}` },
        ]}
        value={control === null ? "positive" : "control"}
        allowDeselect={false}
        onChange={(value) => change({ control: value === "control" ? DEFAULT_CONTROL : null })}
      />
      {control !== null && field("control", "Control terminal, without current")}
    </SimpleGrid>
  );
}
