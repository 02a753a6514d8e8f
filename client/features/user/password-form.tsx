import { Button, Checkbox, Stack } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { userRoutes } from "@understudy/shared/api/user.ts";
import { MIN_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ApiFailure } from "#api/call.ts";
import { call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { formErrors } from "#ui/field-errors.ts";
import { SecretField } from "#ui/secret-field.tsx";
import { useAction } from "#ui/use-action.ts";

const loadTokens = (signal: AbortSignal) => call("listApiTokens", { signal });

const EMPTY_VALUES = { current_password: "", new_password: "", confirm: "" };

/** The message about an error that no field shows. */
function findUnshownMessage({ fields }: ApiFailure): string | null {
  const isShown = fields.current_password !== undefined || fields.new_password !== undefined;
  return isShown ? null : MESSAGES.savingPassword;
}

/** Changes the user's password, and revokes their API tokens unless they keep them. */
export function PasswordForm() {
  const { email } = useCurrentUser();
  const form = useForm({
    // Anyone who knew the password could have created a token: they are revoked unless the user keeps them.
    initialValues: { ...EMPTY_VALUES, end_api_tokens: true },
    validate: schemaResolver(userRoutes.changePassword.body, { sync: true }),
    clearInputErrorOnChange: false,
  });
  const { value: tokens, reload } = useQuery(loadTokens);
  const tokenCount = tokens?.items.length ?? 0;
  const { run, busy } = useAction("saving your password", {
    message: findUnshownMessage,
    onFailure: ({ fields }) => form.setErrors(formErrors(fields)),
  });
  const { confirm } = form.values;
  const differs = confirm !== "" && confirm !== form.values.new_password;
  const complete = Object.values(form.values).every((value) => value !== "");

  const save = form.onSubmit(({ current_password, new_password, end_api_tokens }) =>
    run(async () => {
      await call("changePassword", {
        body: { current_password, new_password, end_api_tokens: end_api_tokens && tokenCount > 0 },
      });
      form.setValues(EMPTY_VALUES);
      reload();
      notifySuccess(MESSAGES.passwordChanged);
    }),
  );

  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md" maw={380}>
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <SecretField
          label="Current password"
          autoComplete="current-password"
          {...form.getInputProps("current_password")}
        />
        <SecretField
          label="New password"
          description={`At least ${MIN_PASSWORD_LENGTH} characters; several unrelated words are best`}
          autoComplete="new-password"
          {...form.getInputProps("new_password")}
        />
        <SecretField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps("confirm")}
          error={differs ? MESSAGES.passwordsDoNotMatch : null}
        />
        {tokenCount > 0 && (
          <EndTokens
            count={tokenCount}
            checked={form.values.end_api_tokens}
            onChange={(checked) => form.setFieldValue("end_api_tokens", checked)}
          />
        )}
        <div>
          <Button type="submit" loading={busy} disabled={differs || !complete}>
            Change Password
          </Button>
        </div>
      </Stack>
    </form>
  );
}

type Props = {
  /** Tokens that the person has. */
  readonly count: number;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
};

/** Asks whether to revoke the user's API tokens, too. */
function EndTokens({ count, checked, onChange }: Props) {
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
