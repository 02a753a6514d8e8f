import { UnstyledButton } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { getModifierKey } from "./modifier.ts";
import { openPalette } from "./palette-state.ts";
import classes from "./search-button.module.css";

/** Opens the command palette. */
export function SearchButton() {
  return (
    <UnstyledButton className={classes.button} onClick={openPalette} aria-keyshortcuts="Control+K">
      <IconSearch size={16} aria-hidden />
      <span className={classes.label}>Search</span>
      <kbd className={classes.keys} aria-hidden>
        {getModifierKey()} K
      </kbd>
    </UnstyledButton>
  );
}
