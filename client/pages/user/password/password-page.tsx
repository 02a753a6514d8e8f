import { Button, Stack } from "@mantine/core";
import { MIN_PASSWORD_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FormEvent, useState } from "react";
import { call } from "../../../api/call.ts";
import type { ApiFailure } from "../../../api/failure.ts";
import { fieldError } from "../../../components/field-errors.ts";
import { notifySuccess } from "../../../components/notify.ts";
import { PageHeader } from "../../../components/page-header.tsx";
import { SecretField } from "../../../components/secret-field.tsx";
import { useAction } from "../../../hooks/use-action.ts";
import { useLoaded } from "../../../hooks/use-loaded.ts";
import { useCurrentUser } from "../../../store/current-user.ts";
import { EndTokens } from "./end-tokens.tsx";

const loadTokens = (signal: AbortSignal) => call("listApiTokens", { signal });

const EMPTY = { current_password: "", new_password: "", confirm: "" };

/** What the fields themselves do not show. */
function unshown({ fields }: ApiFailure): string | null {
  const isShown = fields.current_password !== undefined || fields.new_password !== undefined;
  return isShown ? null : MESSAGES.savingPassword;
}

export function PasswordPage() {
  const { email } = useCurrentUser();
  const [values, setValues] = useState(EMPTY);
  // Anyone who knew the password could have created a token: they are revoked unless the user keeps them.
  const [endsTokens, setEndsTokens] = useState(true);
  const { value: tokens, reload } = useLoaded(loadTokens);
  const tokenCount = tokens?.items.length ?? 0;
  const { run, busy, failure } = useAction("saving your password", { message: unshown });
  const { current_password, new_password, confirm } = values;
  const differs = confirm !== "" && confirm !== new_password;
  const complete = Object.values(values).every((value) => value !== "");

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    const saved = await run(async () => {
      const end_api_tokens = tokenCount > 0 && endsTokens;
      await call("changePassword", { body: { current_password, new_password, end_api_tokens } });
    });
    if (!saved) return;
    setValues(EMPTY);
    reload();
    notifySuccess(MESSAGES.passwordChanged);
  }

  const field = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => {
      const { value } = event.currentTarget;
      setValues((before) => ({ ...before, [name]: value }));
    },
  });
  return (
    <>
      <PageHeader title="Change Password" />
      <form onSubmit={(event) => void save(event)} noValidate>
        <Stack gap="md" maw={380}>
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <SecretField
            label="Current password"
            autoComplete="current-password"
            error={fieldError(failure?.fields, "current_password")}
            {...field("current_password")}
          />
          <SecretField
            label="New password"
            description={`At least ${MIN_PASSWORD_LENGTH} characters; several unrelated words are best`}
            autoComplete="new-password"
            error={fieldError(failure?.fields, "new_password")}
            {...field("new_password")}
          />
          <SecretField
            label="Confirm new password"
            autoComplete="new-password"
            error={differs ? MESSAGES.passwordsDoNotMatch : null}
            {...field("confirm")}
          />
          {tokenCount > 0 && <EndTokens count={tokenCount} checked={endsTokens} onChange={setEndsTokens} />}
          <div>
            <Button type="submit" loading={busy} disabled={differs || !complete}>
              Change Password
            </Button>
          </div>
        </Stack>
      </form>
    </>
  );
}
