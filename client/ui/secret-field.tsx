import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password input with `aria-invalid`, which Mantine's own does not set. */
export function SecretField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
