import { Button, MultiSelect, Textarea } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { scoredObjective } from "@understudy/shared/domain/objectives.ts";
import { memo } from "react";
import { Card, CODE_STYLES, span } from "./card.tsx";
import { newScoreInput } from "./draft.ts";
import { listItem } from "./list-item.ts";
import type { RowProps } from "./row-props.ts";
import { ScoreInputFields } from "./score-input-fields.tsx";
import { TextField } from "./text-field.tsx";

const SHOWN_FIELDS = ["name", "job_types", "expression", "inputs"];

/** One score function of the spec: larger is better, and in spec means at least 0. */
export const ScoreCard = memo(function ScoreCard(props: RowProps<"score_functions">) {
  const { item, disabled } = props;
  const { card, text, at, change } = listItem("score_functions", props, SHOWN_FIELDS);
  return (
    <Card kind="score function" {...card}>
      <TextField
        {...span(6)}
        label="Name"
        required
        maxLength={200}
        {...text("name", item.name, (name) => ({ name }))}
      />
      <MultiSelect
        {...span(6)}
        size="xs"
        label="Objectives"
        disabled={disabled}
        data={[...scoredObjective.options]}
        value={[...item.job_types]}
        error={at("job_types")}
        onChange={(chosen) =>
          change({ job_types: scoredObjective.options.filter((objective) => chosen.includes(objective)) })
        }
      />
      <Textarea
        {...span(12)}
        size="xs"
        label="Expression"
        description="An expression of outputs, variables and the inputs below, for example log10(gain / power) - 0.1 * limit"
        required
        autosize
        minRows={1}
        maxRows={8}
        classNames={CODE_STYLES}
        spellCheck={false}
        disabled={disabled}
        value={item.expression}
        error={at("expression")}
        onChange={(event) => change({ expression: event.currentTarget.value })}
      />
      {item.inputs.map((input, i) => (
        <ScoreInputFields
          key={input.key}
          input={input}
          at={(field) => at(`inputs[${i}].${field}`)}
          disabled={disabled}
          onChange={(changes) =>
            change({
              inputs: item.inputs.map((scoreInput, k) =>
                k === i ? { ...scoreInput, ...changes } : scoreInput,
              ),
            })
          }
          onRemove={() => change({ inputs: item.inputs.filter((_, k) => k !== i) })}
        />
      ))}
      <div data-span="12">
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={13} />}
          disabled={disabled}
          onClick={() => change({ inputs: [...item.inputs, newScoreInput()] })}
        >
          Add Input
        </Button>
      </div>
    </Card>
  );
});
