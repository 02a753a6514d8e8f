import { Text, Title } from "@mantine/core";
import type { ReactNode } from "react";
import classes from "./progress.module.css";

type Props = {
  /** The id of the heading, by which its section is labelled. */
  id: string;
  headline: string;
  /** Sentences below it; null: there is nothing to say. */
  sentences: readonly (string | null)[];
  /** Says how far the job is or how it ended; null: nothing is known of it. */
  stage: string | null;
  /** The figures of the result, each a `Fact`. */
  children: ReactNode;
};

/** The result of a job in sentences, with its figures beside them. */
export function ResultHead({ id, headline, sentences, stage, children }: Props) {
  return (
    <div className={classes.head}>
      <div>
        <Title order={2} id={id}>
          {headline}
        </Title>
        {sentences.map(
          (sentence) =>
            sentence !== null && (
              <Text key={sentence} size="sm">
                {sentence}
              </Text>
            ),
        )}
        {stage !== null && (
          <Text size="sm" c="dimmed">
            {stage}
          </Text>
        )}
      </div>
      <dl className={classes.facts}>{children}</dl>
    </div>
  );
}
