import { NativeSelect, TextInput } from "@mantine/core";
import type { RowProps } from "./card.tsx";
import { problemAt } from "./problems.ts";
import { settleField } from "./units.ts";
import classes from "./variables.module.css";

const NUMBER_FIELDS = [
  { field: "default_min", label: "Minimum" },
  { field: "default_val", label: "Value" },
  { field: "default_max", label: "Maximum" },
] as const;

/** The defaults of a variable: a range and a value, a text, or an option. */
export function ValueFields({ item, index, problems, disabled, edit }: RowProps<"variables">) {
  const { name, type, default_val, options } = item;
  const place = `variables[${index}]`;
  const error = problemAt(problems, `${place}.default_val`);
  switch (type) {
    case "Scalar":
    case "Vector":
      return NUMBER_FIELDS.map(({ field, label }) => (
        <TextInput
          key={field}
          size="xs"
          className={classes[field]}
          wrapperProps={{ "data-label": label }}
          aria-label={`${label} of ${name}`}
          autoComplete="off"
          spellCheck={false}
          disabled={disabled}
          value={item[field]}
          error={problemAt(problems, `${place}.${field}`)}
          onChange={(event) => edit.item("variables", index, { [field]: event.currentTarget.value })}
          onBlur={() => edit.item("variables", index, settleField(item, field))}
        />
      ));
    case "String":
      return (
        <TextInput
          size="xs"
          className={classes.wide}
          wrapperProps={{ "data-label": "Value" }}
          aria-label={`Value of ${name}`}
          disabled={disabled}
          value={default_val}
          error={error}
          onChange={(event) => edit.item("variables", index, { default_val: event.currentTarget.value })}
        />
      );
    case "SingleSelect":
    case "MultiSelect":
      return (
        <NativeSelect
          size="xs"
          className={classes.wide}
          wrapperProps={{ "data-label": "Value" }}
          aria-label={`Value of ${name}`}
          disabled={disabled}
          data={options.includes(default_val) ? [...options] : [default_val, ...options]}
          value={default_val}
          error={error}
          onChange={(event) => edit.item("variables", index, { default_val: event.currentTarget.value })}
        />
      );
    case "File":
      return <div className={classes.wide} />;
  }
}
