import { CloseButton, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { GUIDE_SEARCH } from "@understudy/shared/limits.ts";
import type { KeyboardEvent } from "react";

type Props = {
  text: string;
  onChange: (text: string) => void;
  /** Enter, and the arrow down. */
  onOpenFirst: () => void;
  onGoToResults: () => void;
};

/** The text that is searched for. Escape clears it. */
export function SearchBox({ text, onChange, onOpenFirst, onGoToResults }: Props) {
  const press = (event: KeyboardEvent) => {
    if (event.key === "Enter") onOpenFirst();
    else if (event.key === "Escape") onChange("");
    else if (event.key === "ArrowDown") onGoToResults();
    else return;
    event.preventDefault();
  };
  return (
    <TextInput
      type="search"
      size="sm"
      aria-label="Search the guide"
      placeholder="Search the guide"
      maxLength={GUIDE_SEARCH.text}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onKeyDown={press}
      leftSection={<IconSearch size={15} />}
      rightSection={
        text !== "" && <CloseButton size="sm" aria-label="Clear the search" onClick={() => onChange("")} />
      }
    />
  );
}
