import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import { useCallback, useState } from "react";

/** The groups of variables that are open. */
export function useOpenGroups({ variable_groups }: Pick<SpecVersion, "variable_groups">) {
  const [open, setOpen] = useState(() =>
    variable_groups.filter((group) => group.open_by_default).map(({ name }) => name),
  );
  /** Opens every group that holds one of these variables. */
  const reveal = useCallback(
    (variables: ReadonlySet<string>) => {
      const holding = variable_groups.filter((group) =>
        group.variable_names.some((variableName) => variables.has(variableName)),
      );
      setOpen((before) => [...new Set([...before, ...holding.map(({ name }) => name)])]);
    },
    [variable_groups],
  );
  return { open, setOpen, reveal };
}
