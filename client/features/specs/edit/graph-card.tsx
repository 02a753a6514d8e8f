import { TagsInput } from "@mantine/core";
import { manifestGraph } from "@understudy/shared/domain/spec-manifest.ts";
import { memo } from "react";
import type { RowProps } from "./card.tsx";
import { Card, ChoiceField, CODE_STYLES, listItem, span, TextField } from "./card.tsx";

const SHOWN_FIELDS = ["name", "title", "type", "per", "x", "y", "z"];
const PER_OPTIONS = [
  { value: "simulation", label: "Each simulation" },
  { value: "job", label: "All simulations of a job" },
] as const;

/** One graph of the spec. What it draws are expressions over outputs, variables and coordinates. */
export const GraphCard = memo(function GraphCard(props: RowProps<"graphs">) {
  const { item, disabled } = props;
  const { card, text, at, change } = listItem("graphs", props, SHOWN_FIELDS);
  return (
    <Card kind="graph" badge={item.type} {...card}>
      <TextField label="Name" required maxLength={200} {...text("name", item.name, (name) => ({ name }))} />
      <TextField label="Title" maxLength={200} {...text("title", item.title, (title) => ({ title }))} />
      <ChoiceField
        label="Type"
        disabled={disabled}
        options={manifestGraph.shape.type.options}
        value={item.type}
        error={at("type")}
        onChoice={(type) => change({ type })}
      />
      <ChoiceField
        label="Data"
        disabled={disabled}
        options={PER_OPTIONS}
        value={item.per}
        error={at("per")}
        onChoice={(per) => change({ per })}
      />
      <TextField
        {...span(4)}
        label="x"
        placeholder={item.type === "line" ? "The coordinate of y" : ""}
        classNames={CODE_STYLES}
        {...text("x", item.x, (x) => ({ x }))}
      />
      {item.type !== "histogram" && (
        <TagsInput
          {...span(item.type === "heatmap" ? 4 : 8)}
          size="xs"
          label="y"
          classNames={CODE_STYLES}
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
          classNames={CODE_STYLES}
          {...text("z", item.z, (z) => ({ z }))}
        />
      )}
    </Card>
  );
});
