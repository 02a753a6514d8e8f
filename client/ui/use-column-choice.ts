import { useLocalStorage } from "@mantine/hooks";
import { useMemo } from "react";
import { z } from "zod";
import type { Column } from "./data-table.tsx";

/** A column is shown or hidden by choice; where it is absent, the width of the window decides. */
const choice = z.record(z.string(), z.boolean());
export type ColumnChoice = z.infer<typeof choice>;

const NO_CHOICE: ColumnChoice = {};

function readChoice(text: string | undefined): ColumnChoice {
  try {
    return choice.safeParse(JSON.parse(text ?? "{}")).data ?? NO_CHOICE;
  } catch {
    return NO_CHOICE;
  }
}

/** The columns without those that were hidden; those chosen are shown in windows of any width. */
export function chosenColumns<Row>(all: readonly Column<Row>[], choice: ColumnChoice): Column<Row>[] {
  return all.flatMap((column) => {
    const shown = choice[column.key] ?? (column.isOptional ? false : undefined);
    if (shown === false) return [];
    const { from, ...always } = column;
    return [shown === true || from === undefined ? always : { ...always, from }];
  });
}

/** The columns of a table that this browser shows, remembered from visit to visit. */
export function useColumnChoice<Row>(table: string, all: readonly Column<Row>[]) {
  const [choice, setChoice] = useLocalStorage<ColumnChoice>({
    key: `columns of ${table}`,
    defaultValue: NO_CHOICE,
    deserialize: readChoice,
    getInitialValueInEffect: false,
  });
  const columns = useMemo(() => chosenColumns(all, choice), [all, choice]);
  return { columns, all, choice, onChoice: setChoice };
}
