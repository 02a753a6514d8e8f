import { Alert, Text } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { readNumber } from "@understudy/shared/quantities/typed-number.ts";
import { type ChainSettings, chainWarnings, stepsText } from "./chain-length.ts";
import type { JobDraft } from "./job-draft.ts";

type Props = { draft: JobDraft; varied: number; defaultWalkers: number };

/** The length of the chain with these settings, and its cost. */
export function ChainNotes({ draft, varied, defaultWalkers }: Props) {
  const settings = chainSettings(draft, varied, defaultWalkers);
  if (settings === null) return null;
  return (
    <div role="status">
      <Text size="xs" c="dimmed">
        {stepsText(settings)}
      </Text>
      {chainWarnings(settings).map((warning) => (
        <Alert
          key={warning}
          mt={6}
          p="xs"
          color="yellow"
          variant="light"
          icon={<IconAlertTriangle size={16} />}
        >
          <Text size="xs">{warning}</Text>
        </Alert>
      ))}
    </div>
  );
}

/** Returns null while one of the settings is not a number. */
function chainSettings(
  { maximumSimulations, walkers }: JobDraft,
  varied: number,
  defaultWalkers: number,
): ChainSettings | null {
  const evaluations = readNumber(maximumSimulations, { isWhole: true });
  const count = readNumber(walkers ?? String(defaultWalkers), { isWhole: true });
  if (!("value" in evaluations) || !("value" in count) || count.value < 1) return null;
  return { evaluations: evaluations.value, walkers: count.value, varied };
}
