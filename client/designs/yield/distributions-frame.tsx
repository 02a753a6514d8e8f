import { Button, Paper, Text, Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./yield.module.css";

type Props = {
  /** The effect of the distributions. */
  readonly about: string;
  /** Null: they are not entered yet. */
  readonly children: ReactNode | null;
  readonly onEnter: () => void;
};

/** Distributions of the inputs, which need not be entered. */
export function DistributionsFrame({ about, children, onEnter }: Props) {
  const id = useId();
  return (
    <Paper withBorder p="md" component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        Distributions of the inputs
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        {about}
      </Text>
      {children === null ? (
        <Button size="xs" variant="default" mt="sm" onClick={onEnter}>
          Enter distributions
        </Button>
      ) : (
        <div className={classes.body}>{children}</div>
      )}
    </Paper>
  );
}
