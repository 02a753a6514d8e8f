import { Checkbox, TagsInput, Textarea, TextInput } from "@mantine/core";
import type { RowProps } from "./card.tsx";
import { problemAt } from "./problems.ts";
import { settleField } from "./units.ts";
import classes from "./variables.module.css";

const LIMIT_FIELDS = [
  { field: "absolute_min", label: "Lower limit" },
  { field: "absolute_max", label: "Upper limit" },
] as const;

/** The part of a variable that is changed less often. */
export function MoreOfVariable({ item, index, problems, disabled, edit }: RowProps<"variables">) {
  const { name, type, help_text, is_integer, optional, options } = item;
  const place = `variables[${index}]`;
  const common = (field: string) => ({ disabled, error: problemAt(problems, `${place}.${field}`) });
  const isNumber = type === "Scalar" || type === "Vector";
  const isSelect = type === "SingleSelect" || type === "MultiSelect";
  return (
    <div className={classes.details}>
      <Textarea
        size="xs"
        label="Help text"
        className={classes.help}
        autosize
        minRows={1}
        maxRows={6}
        maxLength={10_000}
        {...common("help_text")}
        value={help_text}
        onChange={(event) => edit.item("variables", index, { help_text: event.currentTarget.value })}
      />
      {isNumber &&
        LIMIT_FIELDS.map(({ field, label }) => (
          <TextInput
            key={field}
            size="xs"
            label={label}
            autoComplete="off"
            {...common(field)}
            value={item[field]}
            onChange={(event) => edit.item("variables", index, { [field]: event.currentTarget.value })}
            onBlur={() => edit.item("variables", index, settleField(item, field))}
          />
        ))}
      {isSelect && (
        <TagsInput
          size="xs"
          label="Options"
          className={classes.options}
          {...common("options")}
          value={[...options]}
          onChange={(next) => edit.item("variables", index, { options: next })}
        />
      )}
      {(isNumber || isSelect) && (
        <Checkbox
          size="xs"
          label="Whole numbers only"
          aria-label={`Whole numbers only for ${name}`}
          className={classes.box}
          {...common("is_integer")}
          checked={is_integer}
          onChange={(event) => edit.item("variables", index, { is_integer: event.currentTarget.checked })}
        />
      )}
      {(type === "String" || type === "File") && (
        <Checkbox
          size="xs"
          label="Optional"
          aria-label={`${name} may be left out`}
          className={classes.box}
          {...common("optional")}
          checked={optional}
          onChange={(event) => edit.item("variables", index, { optional: event.currentTarget.checked })}
        />
      )}
    </div>
  );
}
