import { Button, Paper, Stack, Text, TextInput, Title } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FormEvent, useState } from "react";
import { useSearchParams } from "react-router-dom";
import { call } from "../../api/call.ts";
import { asFailure, type FieldErrors } from "../../api/failure.ts";
import { safePath } from "../../api/session.ts";
import { fieldError } from "../../components/field-errors.ts";
import { Logo } from "../../components/logo.tsx";
import { SecretField } from "../../components/secret-field.tsx";
import { usePageTitle } from "../../hooks/use-page-title.ts";
import classes from "./login-page.module.css";

function missing(email: string, password: string): FieldErrors {
  return {
    ...(email.trim() === "" && { email: [MESSAGES.emailRequired] }),
    ...(password === "" && { password: [MESSAGES.passwordRequired] }),
  };
}

export function LoginPage() {
  usePageTitle("Log In");
  const [search] = useSearchParams();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const [fields, setFields] = useState<FieldErrors>({});
  const [message, setMessage] = useState("");
  const [busy, setBusy] = useState(false);

  async function logIn(event: FormEvent): Promise<void> {
    event.preventDefault();
    const problems = missing(email, password);
    setFields(problems);
    setMessage("");
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    try {
      await call("logIn", { body: { email, password } });
      // A full page load clears whatever another user left in memory.
      window.location.assign(safePath(search.get("next")));
    } catch (thrown) {
      const failure = asFailure(thrown);
      setFields(failure.fields);
      setMessage(Object.keys(failure.fields).length > 0 ? "" : failure.message);
      setBusy(false);
    }
  }

  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Logo size={40} />
        <Text fw={650} size="xl">
          Understudy
        </Text>
      </div>
      <Paper withBorder radius="md" p="xl" className={classes.card}>
        <form onSubmit={(event) => void logIn(event)} noValidate>
          <Stack gap="sm">
            <Title order={1}>Log In</Title>
            <TextInput
              label="Email"
              type="email"
              name="email"
              autoComplete="username"
              autoFocus
              value={email}
              error={fieldError(fields, "email")}
              onChange={(event) => setEmail(event.currentTarget.value)}
            />
            <SecretField
              label="Password"
              name="password"
              autoComplete="current-password"
              value={password}
              error={fieldError(fields, "password")}
              onChange={(event) => setPassword(event.currentTarget.value)}
            />
            <div role="alert" className={classes.message}>
              {message}
            </div>
            <Button type="submit" loading={busy} fullWidth>
              Log In
            </Button>
          </Stack>
        </form>
      </Paper>
    </main>
  );
}
