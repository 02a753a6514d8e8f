import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { usePausedText } from "./use-paused-text.ts";

const WAIT_MS = 250;

/** A filter box that reports its text once typing pauses. It follows `value` when that changes from outside. */
export function FilterBox({
  value,
  onChange,
  placeholder,
}: {
  value: string;
  onChange: (value: string) => void;
  placeholder: string;
}) {
  const [text, setText] = usePausedText(value, onChange, WAIT_MS);
  return (
    <TextInput
      type="search"
      size="sm"
      flex="1 1 0"
      miw={180}
      maw={320}
      maxLength={200}
      aria-label={placeholder}
      placeholder={placeholder}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
      leftSection={<IconSearch size={15} />}
      rightSection={
        text !== "" && <CloseButton size="sm" aria-label="Clear the filter" onClick={() => setText("")} />
      }
    />
  );
}
