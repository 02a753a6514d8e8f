import { Paper, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { OutOfSpec } from "@understudy/shared/api/out-of-spec.ts";
import { isActive } from "@understudy/shared/domain/job.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { useJobProgress } from "#data/jobs.ts";
import { Fact } from "#designs/fact.tsx";
import progress from "#designs/progress.module.css";
import { boundsSentence, builtSentence, endSentence, headline } from "#designs/result-text.ts";
import { shareText } from "#designs/share-text.ts";

/** The result in a sentence, what the bounds make of it, and how far the search is or how it ended. */
export function SpecSummary({ job, outOfSpec }: { job: Job; outOfSpec: OutOfSpec }) {
  const { text } = useJobProgress(job.id);
  const { evaluations, simulations, shares, regions } = outOfSpec;
  const isRunning = isActive(job.status);
  const stage = isRunning ? text : endSentence(outOfSpec);
  const bounds = boundsSentence(outOfSpec);
  const built = builtSentence(outOfSpec);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="out-of-spec-result">
      <div className={progress.head}>
        <div>
          <Title order={2} id="out-of-spec-result">
            {headline(outOfSpec)}
          </Title>
          {bounds !== null && <Text size="sm">{bounds}</Text>}
          {built !== null && <Text size="sm">{built}</Text>}
          {stage !== null && (
            <Text size="sm" c="dimmed">
              {stage}
            </Text>
          )}
        </div>
        <dl className={progress.facts}>
          {shares !== null && <Fact label="Out of spec">{shareText(shares.predicted)}</Fact>}
          {shares !== null && <Fact label="Regions">{regions.length}</Fact>}
          {evaluations > 0 && <Fact label="Designs rated">{countText(evaluations)}</Fact>}
          {(outOfSpec.is_simulated || outOfSpec.is_verified) && (
            <Fact label="Simulations">{countText(simulations)}</Fact>
          )}
        </dl>
      </div>
    </Paper>
  );
}
