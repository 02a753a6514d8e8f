import { Paper, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useJobProgress } from "#data/jobs.ts";
import { endText, headline, saferText } from "#designs/design-text.ts";
import { Fact } from "#designs/fact.tsx";
import progressClasses from "#designs/progress.module.css";
import { scoreText } from "#designs/quantities.ts";

/** The result in a sentence, and how far the search is or how it ended. */
export function SearchSummary({ job, optimization }: { job: Job; optimization: Optimization }) {
  const { text } = useJobProgress(job.id);
  const { evaluations, other_evaluations, maxima, path } = optimization;
  const isRunning = isActive(job.status);
  const best = maxima[0];
  const stage = isRunning ? text : endText(optimization);
  const safer = saferText(best, optimization.robust);
  const score = best?.score ?? path.at(-1)?.score ?? null;
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="optimization-result">
      <div className={progressClasses.head}>
        <div>
          <Title order={2} id="optimization-result">
            {headline(best, optimization.stop_reason !== null)}
          </Title>
          {safer !== null && <Text size="sm">{safer}</Text>}
          {stage !== null && (
            <Text size="sm" c="dimmed">
              {stage}
            </Text>
          )}
        </div>
        <dl className={progressClasses.facts}>
          <Fact label={isRunning ? "Best score so far" : "Best score"}>{scoreText(score)}</Fact>
          <Fact label={optimization.is_simulated ? "Simulations" : "Designs rated"}>
            {countText(evaluations)}
          </Fact>
          {other_evaluations > 0 && <Fact label="For bounds and goals">{countText(other_evaluations)}</Fact>}
          {optimization.stop_reason !== null && !optimization.is_simulated && (
            <Fact label="Local optima">{maxima.length}</Fact>
          )}
        </dl>
      </div>
    </Paper>
  );
}
