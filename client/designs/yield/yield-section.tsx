import { Button, Paper, Skeleton, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { InputPoint } from "@understudy/shared/api/emulator.ts";
import type { Job } from "@understudy/shared/api/job.ts";
import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { NO_UNIT } from "@understudy/shared/quantities/shown-unit.ts";
import { useCallback, useId, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { NumberField } from "#ui/number-field.tsx";
import type { Looks } from "../quantities.ts";
import { DistributionEditing } from "./distribution-editing.tsx";
import { useDistributions } from "./use-distributions.ts";
import classes from "./yield.module.css";
import { YieldResults } from "./yield-results.tsx";

type Props = {
  readonly job: Job;
  /**
   * The design that the others are spread around, as `the best design`, and its columns; null: the ranges of the job.
   */
  readonly around: { readonly name: string; readonly design: InputPoint } | null;
  /** The distributions to begin with. */
  readonly distributions: Distributions;
  readonly looks: Looks;
  /** The score function does not say what is in spec. */
  readonly needsLeastScore: boolean;
  readonly emulatorJobId: number | null;
};

/** The share of the built designs that will be in spec; nothing is computed before somebody asks. */
export function YieldSection(props: Props) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { around } = props;
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-labelledby={id}
      data-print={isOpen ? undefined : "never"}
    >
      <Title order={2} id={id}>
        {around === null ? "Yield" : `Yield around ${around.name}`}
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        How many designs will be in spec when they are built, and their inputs vary from one to the next.
      </Text>
      {isOpen ? (
        <OpenYield {...props} />
      ) : (
        <Button size="xs" mt="sm" onClick={() => setOpen(true)}>
          Estimate the yield
        </Button>
      )}
    </Paper>
  );
}

function OpenYield({ job, around, distributions, looks, needsLeastScore, emulatorJobId }: Props) {
  const editor = useDistributions(job, { design: around?.design ?? null, distributions }, looks);
  const [latestAnswer, setLatestAnswer] = useState<YieldAnswer | null>(null);
  const isAsked =
    editor.inputs !== null &&
    Object.keys(editor.problems).length === 0 &&
    !(needsLeastScore && editor.leastScore === null);
  const least_score = needsLeastScore ? editor.leastScore : null;
  const request = isAsked ? { distributions: editor.distributions, least_score } : null;
  const { answer, isStale, failure, reload } = useYield(job.id, request);
  if (answer !== null && answer !== latestAnswer) setLatestAnswer(answer);
  const isBusy = request !== null && isStale && failure === null;
  return (
    <div className={classes.body}>
      {needsLeastScore && (
        <NumberField
          size="xs"
          label="Good from a score of"
          description="The score function says what is better, not what is good enough."
          className={classes.least}
          value={editor.leastScore}
          shown={NO_UNIT}
          onNumber={editor.editLeastScore}
        />
      )}
      {failure !== null && (
        <ErrorBanner message={MESSAGES.computingYield} onRetry={reload}>
          <Text size="sm">{Object.values(failure.fields).flat().join(" ") || failure.message}</Text>
        </ErrorBanner>
      )}
      {latestAnswer === null ? (
        request !== null && failure === null && <Skeleton height={260} />
      ) : (
        <div className={classes.stale} data-stale={isBusy || request === null || undefined}>
          <YieldResults answer={latestAnswer} looks={looks} emulatorJobId={emulatorJobId} />
        </div>
      )}
      {(latestAnswer !== null || failure !== null || !isAsked) && (
        <DistributionEditing job={job} editor={editor} looks={looks} isBusy={isBusy} />
      )}
    </div>
  );
}

/** After the last change. */
const QUIET_MS = 500;
const TIMEOUT_MS = 60_000;

type YieldRequest = { readonly distributions: Distributions; readonly least_score: number | null };

/**
 * The yield of a job's designs, once the request has not changed for a while.
 * @param request null: nothing is asked for now
 * @returns `isStale`: of an earlier request
 */
function useYield(job_id: number, request: YieldRequest | null) {
  const key = request && JSON.stringify(request);
  const [quiet] = useDebouncedValue(key, QUIET_MS);
  const load = useCallback(
    async (signal: AbortSignal): Promise<{ of: string; answer: YieldAnswer } | null> => {
      if (quiet === null) return null;
      const body: YieldRequest = JSON.parse(quiet);
      const answer = await call("computeYield", { params: { job_id }, body, signal, timeoutMs: TIMEOUT_MS });
      return { of: quiet, answer };
    },
    [quiet, job_id],
  );
  const { value, failure, reload } = useQuery(load);
  return { answer: value?.answer ?? null, isStale: value?.of !== key, failure, reload };
}
