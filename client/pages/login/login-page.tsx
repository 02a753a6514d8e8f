import { Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { userRoutes } from "@understudy/shared/api/user.ts";
import { safePath } from "@understudy/shared/safe-path.ts";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "#api/call.ts";
import { asFailure } from "#api/failure.ts";
import { formErrors } from "#ui/field-errors.ts";
import { Logo } from "#ui/logo.tsx";
import { SecretField } from "#ui/secret-field.tsx";
import { usePageTitle } from "#ui/use-page-title.ts";
import classes from "./login-page.module.css";
import { SingleSignOn, SsoFailureAlert } from "./single-sign-on.tsx";

export function LoginPage() {
  usePageTitle("Log In");
  const [search] = useSearchParams();
  // Not `form.submitting`, which would end before the next page has loaded.
  const [busy, setBusy] = useState(false);
  const form = useForm({
    initialValues: { email: "", password: "" },
    validate: schemaResolver(userRoutes.logIn.body, { sync: true }),
    clearInputErrorOnChange: false,
  });

  const logIn = form.onSubmit(async (body) => {
    setBusy(true);
    try {
      await call("logIn", { body });
      // A full page load clears whatever another user left in memory.
      window.location.assign(safePath(search.get("next")));
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      // `form`: the error of the whole form, where no field has one.
      form.setErrors(Object.keys(fields).length > 0 ? formErrors(fields) : { form: message });
      setBusy(false);
    }
  });

  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Logo size={40} />
        <Text fw={650} size="xl">
          Understudy
        </Text>
      </div>
      <Paper withBorder radius="md" p="xl" className={classes.card}>
        <form onSubmit={logIn} noValidate>
          <Stack gap="sm">
            <Title order={1}>Log In</Title>
            <SsoFailureAlert failure={search.get("sso")} />
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              {...form.getInputProps("email")}
            />
            <SecretField
              label="Password"
              name="password"
              autoComplete="current-password"
              {...form.getInputProps("password")}
            />
            <div role="alert" className={classes.message}>
              {form.errors.form}
            </div>
            <Button type="submit" loading={busy} fullWidth>
              Log In
            </Button>
          </Stack>
        </form>
        <SingleSignOn next={search.get("next")} />
      </Paper>
    </main>
  );
}
