import { Checkbox } from "@mantine/core";

type Props = {
  /** Tokens that the person has. */
  readonly count: number;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

/** Asks whether to revoke the user's API tokens, too. */
export function EndTokens({ count, checked, onChange }: Props) {
  const tokens = count === 1 ? "your API token" : `your ${count} API tokens`;
  return (
    <Checkbox
      label="Revoke my API tokens too"
      description={`Programs that use ${tokens} will lose access. Clear this only if nobody else can have known your password.`}
      checked={checked}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  );
}
