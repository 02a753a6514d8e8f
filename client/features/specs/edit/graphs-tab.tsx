import { CardList } from "./card-list.tsx";
import { newGraph, type SpecDraft } from "./draft.ts";
import { GraphCard } from "./graph-card.tsx";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "graphs">;

export function GraphsTab({ graphs, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  return (
    <CardList
      note="Graphs of the simulations, shown in jobs. They plot expressions of outputs, variables and coordinates."
      problems={problems.graphs}
      addLabel="Add Graph"
      disabled={disabled}
      onAdd={() => edit.add("graphs", newGraph())}
    >
      {graphs.map((graph, index) => (
        <GraphCard key={graph.key} item={graph} index={index} {...rest} />
      ))}
    </CardList>
  );
}
