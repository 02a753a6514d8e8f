import { Alert, Stack, Text } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import type { OutputSensitivity, SensitivityAnswer } from "@understudy/shared/api/sensitivity.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { useMemo } from "react";
import { interactionSentence, listContributions } from "#predictions/contributions.ts";
import classes from "./sensitivity.module.css";
import { SensitivityAlong } from "./sensitivity-along.tsx";
import { SensitivityBars } from "./sensitivity-bars.tsx";
import { SensitivityTable } from "./sensitivity-table.tsx";

type Props = {
  config: JobConfig;
  output: OutputDefinition;
  answer: SensitivityAnswer;
  sensitivity: OutputSensitivity;
};

/** The sensitivity indices of one output, plotted and in a table. */
export function SensitivityView({ config, output, answer, sensitivity }: Props) {
  const contributions = useMemo(() => listContributions(answer, config), [answer, config]);
  const accuracy = formatAccuracy(sensitivity.coefficient_of_determination);
  if (sensitivity.standard_deviation === 0) {
    return (
      <Alert variant="light" role="status">
        No input affects {displayName(output)}: the emulator predicts the same value throughout the ranges of
        the training data, so there is no variance to attribute.
      </Alert>
    );
  }
  return (
    <>
      <div className={classes.plots}>
        <Stack gap="sm">
          <SensitivityBars output={output} contributions={contributions} />
          <Text size="sm" className={classes.explanation}>
            {interactionSentence(contributions)}{" "}
            {sensitivity.curve !== null && "Points where the curve varies most have the most weight. "}
            They are Sobol’ indices of the emulator, whose prediction accuracy is {accuracy}, from{" "}
            {countText(sensitivity.evaluations)} evaluations; the intervals are the sampling error of these
            evaluations.
          </Text>
        </Stack>
        {sensitivity.curve !== null && (
          <SensitivityAlong
            config={config}
            output={output}
            curve={sensitivity.curve}
            contributions={contributions}
          />
        )}
      </div>
      <SensitivityTable contributions={contributions} />
    </>
  );
}
