import { NativeSelect, TagsInput } from "@mantine/core";
import { manifestGraph } from "@understudy/shared/domain/spec-manifest.ts";
import { memo } from "react";
import { Card, CODE, span } from "./card.tsx";
import { otherProblems, problemAt } from "./problems.ts";
import type { RowProps } from "./row-props.ts";
import { TextField } from "./text-field.tsx";

const SHOWN = ["name", "title", "type", "per", "x", "y", "z"];
const { type: types, per } = manifestGraph.shape;
const PER = [
  { value: "simulation", label: "Each simulation" },
  { value: "job", label: "All of a job" },
];

/** One graph of the spec. What it draws are expressions over outputs, variables and coordinates. */
export const GraphCard = memo(function GraphCard(props: RowProps<"graphs">) {
  const { item, index, problems, disabled, edit } = props;
  const place = `graphs[${index}]`;
  const at = (field: string) => problemAt(problems, `${place}.${field}`);
  const change = (changes: Partial<typeof item>) => edit.item("graphs", index, changes);
  return (
    <Card
      kind="graph"
      name={item.name}
      badge={item.type}
      problems={otherProblems(problems, place, SHOWN)}
      disabled={disabled}
      onRemove={() => edit.remove("graphs", index)}
    >
      <TextField
        label="Name"
        required
        maxLength={200}
        disabled={disabled}
        value={item.name}
        error={at("name")}
        onText={(name) => change({ name })}
      />
      <TextField
        label="Title"
        maxLength={200}
        disabled={disabled}
        value={item.title}
        error={at("title")}
        onText={(title) => change({ title })}
      />
      <NativeSelect
        size="xs"
        label="Type"
        disabled={disabled}
        data={[...types.options]}
        value={item.type}
        error={at("type")}
        onChange={(event) => {
          const type = types.options.find((one) => one === event.currentTarget.value);
          if (type !== undefined) change({ type });
        }}
      />
      <NativeSelect
        size="xs"
        label="Drawn of"
        disabled={disabled}
        data={PER}
        value={item.per}
        error={at("per")}
        onChange={(event) => {
          const chosen = per.options.find((one) => one === event.currentTarget.value);
          if (chosen !== undefined) change({ per: chosen });
        }}
      />
      <TextField
        {...span(4)}
        label="x"
        placeholder={item.type === "line" ? "The coordinate of y" : ""}
        classNames={CODE}
        disabled={disabled}
        value={item.x}
        error={at("x")}
        onText={(x) => change({ x })}
      />
      {item.type !== "histogram" && (
        <TagsInput
          {...span(item.type === "heatmap" ? 4 : 8)}
          size="xs"
          label="y"
          classNames={CODE}
          // An expression may hold commas: Enter ends one.
          splitChars={[]}
          acceptValueOnBlur
          disabled={disabled}
          value={[...item.y]}
          error={at("y")}
          onChange={(y) => change({ y })}
        />
      )}
      {item.type === "heatmap" && (
        <TextField
          {...span(4)}
          label="Colour"
          placeholder="How many simulations"
          classNames={CODE}
          disabled={disabled}
          value={item.z}
          error={at("z")}
          onText={(z) => change({ z })}
        />
      )}
    </Card>
  );
});
