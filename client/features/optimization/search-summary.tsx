import { Paper } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useJobProgress } from "#data/jobs.ts";
import { endText, headline, saferText } from "#designs/design-text.ts";
import { Fact } from "#designs/fact.tsx";
import { scoreText } from "#designs/quantities.ts";
import { ResultHead } from "#designs/result-head.tsx";

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
      <ResultHead
        id="optimization-result"
        headline={headline(best, optimization.stop_reason !== null)}
        sentences={[safer]}
        stage={stage}
      >
        <Fact label={isRunning ? "Best score so far" : "Best score"}>{scoreText(score)}</Fact>
        <Fact label={optimization.is_simulated ? "Simulations" : "Designs rated"}>
          {countText(evaluations)}
        </Fact>
        {other_evaluations > 0 && <Fact label="For bounds and goals">{countText(other_evaluations)}</Fact>}
        {optimization.stop_reason !== null && !optimization.is_simulated && (
          <Fact label="Local optima">{maxima.length}</Fact>
        )}
      </ResultHead>
    </Paper>
  );
}
