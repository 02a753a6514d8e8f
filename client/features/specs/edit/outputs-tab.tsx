import { Text } from "@mantine/core";
import { useMemo } from "react";
import { CardList } from "./card-list.tsx";
import { CoordinateCard } from "./coordinate-card.tsx";
import { newCoordinate, newOutput, type SpecDraft } from "./draft.ts";
import { OutputCard } from "./output-card.tsx";
import type { ListProps } from "./variables-tab.tsx";

type Props = ListProps & Pick<SpecDraft, "outputs" | "coordinates">;

/** The outputs of a simulation, and the coordinates that its curves lie over. */
export function OutputsTab({ outputs, coordinates, ...rest }: Props) {
  const { problems, disabled, edit } = rest;
  const names = coordinates.map(({ name }) => name).join("\n");
  const coordinateNames = useMemo(() => names.split("\n").filter(Boolean), [names]);
  const lastFile = outputs.at(-1)?.source.file ?? "";
  return (
    <>
      <CardList
        problems={problems.outputs}
        addLabel="Add Output"
        disabled={disabled}
        onAdd={() => edit.add("outputs", newOutput(lastFile))}
      >
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
      </CardList>
      <Text component="h2" fw={600} size="lg" mt="xl" mb="xs">
        Coordinates
      </Text>
      <CardList
        {...(coordinates.length === 0 && {
          note: "A vector output needs one: the values at which its curve is stored.",
        })}
        problems={problems.coordinates}
        addLabel="Add Coordinate"
        disabled={disabled}
        onAdd={() => edit.add("coordinates", newCoordinate())}
      >
        {coordinates.map((coordinate, index) => (
          <CoordinateCard key={coordinate.key} item={coordinate} index={index} {...rest} />
        ))}
      </CardList>
    </>
  );
}
