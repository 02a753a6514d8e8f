import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { ProblemList } from "../../../components/problem-list.tsx";
import { newScore, type SpecDraft } from "./draft.ts";
import { ScoreCard } from "./score-card.tsx";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "score_functions">;

/** The spec's own score functions, beside those that the platform has for every spec. */
export function ScoresTab({ score_functions: scores, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        Score functions of this spec, beside those of the platform. Larger is better; in spec means at least
        0.
      </Text>
      <ProblemList problems={problems.score_functions ?? []} />
      {scores.map((score, index) => (
        <ScoreCard key={score.key} item={score} index={index} {...rest} />
      ))}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={() => edit.add("score_functions", newScore())}
      >
        Add Score Function
      </Button>
    </>
  );
}
