import { Button, Group, Loader, Paper, Skeleton, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import type { YieldAnswer, YieldInput } from "@understudy/shared/api/yield.ts";
import type { Distributions } from "@understudy/shared/domain/distribution.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { NO_UNIT } from "@understudy/shared/quantities/shown-unit.ts";
import { distributionProblem } from "@understudy/shared/yield/check-distribution.ts";
import { useId, useState } from "react";
import { ErrorBanner } from "../../../../components/error-banner.tsx";
import { NumberField } from "../../../../components/number-field.tsx";
import { inputLook, type Looks } from "../optimization/quantities.ts";
import { DistributionList } from "./distribution-list.tsx";
import { asUncertain, isVaried } from "./uncertain.ts";
import { useYield } from "./use-yield.ts";
import classes from "./yield.module.css";
import { YieldResults } from "./yield-results.tsx";

type Props = {
  readonly job: Job;
  /** What the designs are spread around: `the best design`; null: the ranges of the job. */
  readonly around: string | null;
  /** To begin with. */
  readonly distributions: Distributions;
  readonly looks: Looks;
  /** The score function does not say what is in spec. */
  readonly needsLeastScore: boolean;
  readonly emulatorJobId: number | null;
};

/** How many of the designs that are built will be in spec; nothing is computed before somebody asks. */
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
        {around === null ? "Yield" : `Yield around ${around}`}
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

function OpenYield({ job, distributions, looks, needsLeastScore, emulatorJobId }: Props) {
  const [edited, edit] = useState(distributions);
  const [least, setLeast] = useState<number | null>(null);
  const [known, setKnown] = useState<YieldAnswer | null>(null);
  const problems = problemsOf(known, edited, looks);
  const isAsked = Object.keys(problems).length === 0 && !(needsLeastScore && least === null);
  const request = isAsked ? { distributions: edited, least_score: least } : null;
  const { answer, isStale, failure, reload } = useYield(job.id, request);
  if (answer !== null && answer !== known) setKnown(answer);
  const isBusy = request !== null && isStale && failure === null;
  return (
    <div className={classes.body}>
      {needsLeastScore && (
        <NumberField
          size="xs"
          label="Good from a score of"
          description="The score function says what is better, not what is good enough."
          className={classes.least}
          value={least}
          shown={NO_UNIT}
          onNumber={setLeast}
        />
      )}
      {failure !== null && (
        <ErrorBanner message={MESSAGES.computingYield} onRetry={reload}>
          <Text size="sm">{Object.values(failure.fields).flat().join(" ") || failure.message}</Text>
        </ErrorBanner>
      )}
      {known === null ? (
        request !== null && failure === null && <Skeleton height={260} />
      ) : (
        <>
          <div className={classes.stale} data-stale={isBusy || request === null || undefined}>
            <YieldResults answer={known} looks={looks} emulatorJobId={emulatorJobId} />
          </div>
          <Group gap="xs">
            <Title order={3} size="h5">
              How the inputs vary
            </Title>
            {isBusy && <Loader size={14} aria-label="Estimating the yield" />}
          </Group>
          <DistributionList
            inputs={shownInputs(known, edited)}
            looks={looks}
            problems={problems}
            onChange={(name, value) => edit((all) => ({ ...all, [name]: value }))}
          />
        </>
      )}
    </div>
  );
}

/** Those that the job varies, with what was edited since the answer. */
const shownInputs = ({ inputs }: YieldAnswer, edited: Distributions): YieldInput[] =>
  inputs
    .filter(isVaried)
    .map((input) => ({ ...input, distribution: edited[input.name] ?? input.distribution }));

function problemsOf(known: YieldAnswer | null, edited: Distributions, looks: Looks): Record<string, string> {
  return Object.fromEntries(
    (known?.inputs ?? []).flatMap((input) => {
      const own = edited[input.name];
      const { display } = inputLook(looks, input.name);
      const problem = own === undefined ? null : distributionProblem(own, asUncertain(input), display);
      return problem === null ? [] : [[input.name, problem]];
    }),
  );
}
