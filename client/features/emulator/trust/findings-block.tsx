import { List, Title } from "@mantine/core";
import { type Finding, findingText } from "@understudy/shared/domain/finding.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import classes from "./trust.module.css";

/** The causes that limit the accuracy of an output, as its training found them. */
export function FindingsBlock({
  output,
  findings,
}: {
  output: OutputDefinition;
  findings: readonly Finding[];
}) {
  return (
    <div className={`${classes.block} ${classes.findings}`}>
      <Title order={3}>What limits {displayName(output)}</Title>
      <List size="sm" spacing={4}>
        {findings.map((finding) => (
          <List.Item key={findingText(finding)}>{findingText(finding)}</List.Item>
        ))}
      </List>
    </div>
  );
}
