import { Alert, Button, Divider, Stack, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconAlertCircle, IconLogin2 } from "@tabler/icons-react";
import { SSO_PATHS, ssoFailure } from "@understudy/shared/api/sso.ts";
import { userRoutes } from "@understudy/shared/api/user.ts";
import { safePath } from "@understudy/shared/safe-path.ts";
import { SSO_FAILURE_TEXTS } from "@understudy/shared/texts/sso-texts.ts";
import { type ReactNode, useCallback, useState } from "react";
import { asFailure, call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { formErrors } from "#ui/field-errors.ts";
import { SecretField } from "#ui/secret-field.tsx";
import classes from "./login-page.module.css";

/** Logs a user in. @param next the path to go to afterwards; null: the first page */
export function LoginForm({ next, children }: { next: string | null; children: ReactNode }) {
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
      window.location.assign(safePath(next));
    } catch (thrown) {
      const { fields, message } = asFailure(thrown);
      // `form`: the error of the whole form, where no field has one.
      form.setErrors(Object.keys(fields).length > 0 ? formErrors(fields) : { form: message });
      setBusy(false);
    }
  });

  return (
    <form onSubmit={logIn} noValidate>
      <Stack gap="sm">
        <Title order={1}>Log In</Title>
        {children}
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
  );
}

/** Leads to the provider of single sign-on, where there is one. @param next the path to go to afterwards; null: the first page */
export function SingleSignOn({ next }: { next: string | null }) {
  const load = useCallback((signal: AbortSignal) => call("getLoginOptions", { signal }), []);
  const { value: options } = useQuery(load);
  if (!options?.sso) return null;
  const query = next === null ? "" : `?${new URLSearchParams({ next })}`;
  return (
    <>
      <Divider my="md" label="or" />
      <Button
        component="a"
        href={`${SSO_PATHS.login}${query}`}
        variant="default"
        fullWidth
        leftSection={<IconLogin2 size={16} aria-hidden />}
      >
        Log in with single sign-on
      </Button>
    </>
  );
}

/**
 * Explains why single sign-on let nobody in; nothing where it was not tried. @param failure as the address says it
 */
export function SsoFailureAlert({ failure }: { failure: string | null }) {
  const reason = ssoFailure.safeParse(failure).data;
  if (reason === undefined) return null;
  return (
    <Alert role="alert" color="red" mb="sm" icon={<IconAlertCircle size={18} aria-hidden />}>
      {SSO_FAILURE_TEXTS[reason]}
    </Alert>
  );
}
