import { CardList } from "./card-list.tsx";
import { newScore, type SpecDraft } from "./draft.ts";
import { ScoreCard } from "./score-card.tsx";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "score_functions">;

/** The spec's own score functions, beside those that the platform has for every spec. */
export function ScoresTab({ score_functions: scores, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  return (
    <CardList
      note="Score functions of this spec, in addition to the built-in ones. Larger is better; a score of 0 or more is in spec."
      problems={problems.score_functions}
      addLabel="Add Score Function"
      disabled={disabled}
      onAdd={() => edit.add("score_functions", newScore())}
    >
      {scores.map((score, index) => (
        <ScoreCard key={score.key} item={score} index={index} {...rest} />
      ))}
    </CardList>
  );
}
