import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMemo } from "react";
import { ProblemList } from "../../../components/problem-list.tsx";
import { CoordinateCard } from "./coordinate-card.tsx";
import { newCoordinate, newOutput, type SpecDraft } from "./draft.ts";
import { OutputCard } from "./output-card.tsx";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "outputs" | "coordinates">;

/** What a simulation gives, and what its curves lie over. */
export function OutputsTab({ outputs, coordinates, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  const names = coordinates.map(({ name }) => name).join("\n");
  const coordinateNames = useMemo(() => names.split("\n").filter(Boolean), [names]);
  const lastFile = outputs.at(-1)?.source.file ?? "";
  return (
    <>
      <ProblemList problems={problems.outputs ?? []} />
      {outputs.map((output, index) => (
        <OutputCard
          key={output.key}
          item={output}
          index={index}
          coordinates={coordinateNames}
          canRemove={outputs.length > 1}
          {...rest}
        />
      ))}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={() => edit.add("outputs", newOutput(lastFile))}
      >
        Add Output
      </Button>
      <Group justify="space-between" mt="xl" mb="xs">
        <Text component="h2" fw={600} size="lg">
          Coordinates
        </Text>
      </Group>
      <ProblemList problems={problems.coordinates ?? []} />
      {coordinates.length === 0 && (
        <Text size="sm" c="dimmed">
          A vector output needs one: the values that its curve is kept at.
        </Text>
      )}
      {coordinates.map((coordinate, index) => (
        <CoordinateCard key={coordinate.key} item={coordinate} index={index} {...rest} />
      ))}
      <Button
        mt="sm"
        size="xs"
        variant="default"
        leftSection={<IconPlus size={14} />}
        disabled={disabled}
        onClick={() => edit.add("coordinates", newCoordinate())}
      >
        Add Coordinate
      </Button>
    </>
  );
}
