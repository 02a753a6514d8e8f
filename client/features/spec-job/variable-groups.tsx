import { Accordion, Text } from "@mantine/core";
import type { SpecVersion } from "@understudy/shared/api/spec.ts";
import type { ManifestVariable } from "@understudy/shared/domain/spec-manifest.ts";
import type { ReactNode } from "react";
import { groupVariables } from "./groups.ts";
import classes from "./variables.module.css";

type Props = {
  spec: SpecVersion;
  hasOneValue: boolean;
  open: string[];
  onOpen: (open: string[]) => void;
  row: (variable: ManifestVariable) => ReactNode;
  /** The number of a group's variables that have problems. */
  wrongIn: (variables: readonly ManifestVariable[]) => number;
};

/** Mantine makes ids of values, and an id with a space in it is two: names of groups have some. */
const itemValue = (at: number): string => `group-${at}`;

/** Variables that belong to no group, then each group to fold away. */
export function VariableGroups({ spec, hasOneValue, open, onOpen, row, wrongIn }: Props) {
  const { groups, ungrouped } = groupVariables(spec);
  return (
    <div className={classes.table} data-single={hasOneValue || undefined}>
      <Head hasOneValue={hasOneValue} />
      {ungrouped.length > 0 && <div className={classes.box}>{ungrouped.map(row)}</div>}
      <Accordion
        multiple
        order={3}
        chevronPosition="left"
        variant="default"
        // An upload continues while its group is collapsed.
        keepMountedMode="display-none"
        transitionDuration={120}
        value={open.map((name) => itemValue(groups.findIndex((group) => group.name === name)))}
        onChange={(values) =>
          onOpen(groups.filter((_, at) => values.includes(itemValue(at))).map(({ name }) => name))
        }
        classNames={{
          item: classes.item ?? "",
          control: classes.control ?? "",
          content: classes.content ?? "",
          label: classes.label ?? "",
        }}
      >
        {groups.map(({ name, variables }, at) => {
          const wrong = wrongIn(variables);
          return (
            <Accordion.Item key={name} value={itemValue(at)}>
              <Accordion.Control>
                <span className={classes.groupName}>{name}</span>
                <Text
                  component="span"
                  size="xs"
                  className={classes.count}
                  data-wrong={wrong > 0 || undefined}
                >
                  {variables.length} {variables.length === 1 ? "variable" : "variables"}
                  {wrong > 0 && `, ${wrong} with errors`}
                </Text>
              </Accordion.Control>
              <Accordion.Panel>{variables.map(row)}</Accordion.Panel>
            </Accordion.Item>
          );
        })}
      </Accordion>
    </div>
  );
}

const RANGE_COLUMNS = ["Variable", "Minimum", "Value", "Maximum", "Limits", "Fixed"];
const SINGLE_VALUE_COLUMNS = ["Variable", "Value", "Limits"];

/** Seen only: every box names itself. */
function Head({ hasOneValue }: { hasOneValue: boolean }) {
  return (
    <div className={classes.head} aria-hidden>
      {(hasOneValue ? SINGLE_VALUE_COLUMNS : RANGE_COLUMNS).map((column) => (
        <span key={column}>{column}</span>
      ))}
    </div>
  );
}
