import { PasswordInput, type PasswordInputProps } from "@mantine/core";

/** A password box that tells screen readers when it is wrong, which Mantine's own leaves out. */
export function SecretField(props: PasswordInputProps) {
  return <PasswordInput aria-invalid={props.error ? true : undefined} {...props} />;
}
