import { Spoiler, Text } from "@mantine/core";
import classes from "./job-header.module.css";

/** The first two lines of the job's description, and the rest on demand. */
export function Description({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <Spoiler maxHeight={44} showLabel="Show all" hideLabel="Show less" transitionDuration={0} fz="sm">
      <Text c="dimmed" className={classes.description}>
        {text}
      </Text>
    </Spoiler>
  );
}
