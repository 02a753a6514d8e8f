import { Button, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { ProblemList } from "../../../components/problem-list.tsx";
import { newGraph, type SpecDraft } from "./draft.ts";
import { GraphCard } from "./graph-card.tsx";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "graphs">;

export function GraphsTab({ graphs, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  return (
    <>
      <Text size="xs" c="dimmed" mb={6}>
        Graphs that jobs show of their simulations. What they draw are expressions over outputs, variables and
        coordinates.
      </Text>
      <ProblemList problems={problems.graphs ?? []} />
      {graphs.map((graph, index) => (
        <GraphCard key={graph.key} item={graph} index={index} {...rest} />
      ))}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={() => edit.add("graphs", newGraph())}
      >
        Add Graph
      </Button>
    </>
  );
}
