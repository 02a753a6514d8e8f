import { Button, Stack, Text } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { passwordLinkRoutes } from "@understudy/shared/api/password-link.ts";
import { MIN_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { asFailure, call } from "#api/call.ts";
import { formErrors } from "#ui/field-errors.ts";
import { SecretField } from "#ui/secret-field.tsx";
import classes from "./login-page.module.css";

type Props = { token: string; owner: { name: string; email: string } };

const chosen = passwordLinkRoutes.choosePassword.body.pick({ password: true });

/** Two fields that must match; saving logs the person in. */
export function ChoosePasswordForm({ token, owner }: Props) {
  // Not `form.submitting`, which would end before the next page has loaded.
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { password: "", confirm: "" },
    validate: schemaResolver(chosen, { sync: true }),
    clearInputErrorOnChange: false,
  });
  const { password, confirm } = form.values;
  const differs = confirm !== "" && confirm !== password;
  const save = form.onSubmit(async () => {
    setBusy(true);
    try {
      await call("choosePassword", { body: { token, password } });
      // A full page load clears whatever another user left in memory.
      window.location.assign("/");
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      form.setErrors(Object.keys(fields).length > 0 ? formErrors(fields) : { form: message });
      setBusy(false);
    }
  });
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="sm">
        <Text>
          Welcome, {owner.name}. You log in as <strong className={classes.owner}>{owner.email}</strong>.
        </Text>
        <input type="email" name="email" autoComplete="username" value={owner.email} readOnly hidden />
        <SecretField
          label="New password"
          description={`At least ${MIN_PASSWORD_LENGTH} characters; several unrelated words are best`}
          autoComplete="new-password"
          autoFocus
          {...form.getInputProps("password")}
        />
        <SecretField
          label="Confirm new password"
          autoComplete="new-password"
          {...form.getInputProps("confirm")}
          error={differs ? MESSAGES.passwordsDoNotMatch : null}
        />
        <div role="alert" className={classes.message}>
          {form.errors.form}
        </div>
        <Button
          type="submit"
          loading={busy}
          disabled={differs || password === "" || confirm === ""}
          fullWidth
        >
          Save and Log In
        </Button>
      </Stack>
    </form>
  );
}
