import { Button, MultiSelect, Textarea } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { scoredObjective } from "@understudy/shared/domain/spec-manifest.ts";
import { memo } from "react";
import { Card, CODE, span } from "./card.tsx";
import { newScoreInput } from "./draft.ts";
import { otherProblems, problemAt } from "./problems.ts";
import type { RowProps } from "./row-props.ts";
import { ScoreInputFields } from "./score-input-fields.tsx";
import { TextField } from "./text-field.tsx";

const SHOWN = ["name", "job_types", "expression", "inputs"];

/** One score function of the spec: larger is better, and in spec means at least 0. */
export const ScoreCard = memo(function ScoreCard(props: RowProps<"score_functions">) {
  const { item, index, problems, disabled, edit } = props;
  const place = `score_functions[${index}]`;
  const at = (field: string) => problemAt(problems, `${place}.${field}`);
  const change = (changes: Partial<typeof item>) => edit.item("score_functions", index, changes);
  return (
    <Card
      kind="score function"
      name={item.name}
      problems={otherProblems(problems, place, SHOWN)}
      disabled={disabled}
      onRemove={() => edit.remove("score_functions", index)}
    >
      <TextField
        {...span(6)}
        label="Name"
        required
        maxLength={200}
        disabled={disabled}
        value={item.name}
        error={at("name")}
        onText={(name) => change({ name })}
      />
      <MultiSelect
        {...span(6)}
        size="xs"
        label="For"
        disabled={disabled}
        data={[...scoredObjective.options]}
        value={[...item.job_types]}
        error={at("job_types")}
        onChange={(chosen) =>
          change({ job_types: scoredObjective.options.filter((one) => chosen.includes(one)) })
        }
      />
      <Textarea
        {...span(12)}
        size="xs"
        label="Expression"
        description="Over outputs, variables and the inputs below, as log10(gain / power) - 0.1 * limit"
        required
        autosize
        minRows={1}
        maxRows={8}
        classNames={CODE}
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
            change({ inputs: item.inputs.map((one, k) => (k === i ? { ...one, ...changes } : one)) })
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
