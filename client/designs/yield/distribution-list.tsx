import { NativeSelect, Text } from "@mantine/core";
import type { DistributedInput } from "@understudy/shared/api/job-distributions.ts";
import type { Distribution } from "@understudy/shared/domain/distribution.ts";
import { titleUnit } from "@understudy/shared/quantities/quantity-text.ts";
import { type InputLooks, inputLook } from "../quantities.ts";
import { asKind, KIND_LABELS, listKinds } from "./change-kind.ts";
import { DistributionFields } from "./distribution-fields.tsx";
import classes from "./yield.module.css";

type Props = {
  readonly inputs: readonly DistributedInput[];
  readonly looks: InputLooks;
  /** The problem of each distribution that has one, by name. */
  readonly problems: Readonly<Record<string, string>>;
  readonly onChange: (name: string, value: Distribution) => void;
};

/** The distribution of each input. */
export function DistributionList({ inputs, looks, problems, onChange }: Props) {
  return (
    <ul className={classes.inputs} aria-label="Distributions of the inputs">
      {inputs.map((input) => (
        <InputRow
          key={input.name}
          input={input}
          looks={looks}
          problem={problems[input.name] ?? null}
          onChange={(value) => onChange(input.name, value)}
        />
      ))}
    </ul>
  );
}

type RowProps = {
  readonly input: DistributedInput;
  readonly looks: InputLooks;
  readonly problem: string | null;
  readonly onChange: (value: Distribution) => void;
};

function InputRow({ input, looks, problem, onChange }: RowProps) {
  const { display, unit } = inputLook(looks, input.name);
  return (
    <li className={classes.input}>
      <div className={classes.name}>
        {display}
        {titleUnit(unit) !== "" && (
          <Text span size="xs" c="dimmed">
            {" "}
            ({titleUnit(unit)})
          </Text>
        )}
      </div>
      <div className={classes.fields}>
        <NativeSelect
          size="xs"
          label="Distribution"
          aria-label={`Distribution of ${display}`}
          className={classes.kind}
          data={listKinds(input).map((kind) => ({ value: kind, label: KIND_LABELS[kind] }))}
          value={input.distribution.kind}
          onChange={(event) => {
            const kind = listKinds(input).find((candidate) => candidate === event.currentTarget.value);
            if (kind !== undefined) onChange(asKind(kind, input));
          }}
        />
        <DistributionFields
          key={input.distribution.kind}
          display={display}
          unit={unit}
          options={input.options}
          value={input.distribution}
          onChange={onChange}
        />
      </div>
      {problem !== null && (
        <Text size="xs" c="var(--mantine-color-error)" role="alert" className={classes.problem}>
          {problem}
        </Text>
      )}
    </li>
  );
}
