import { Stack, Text, Title } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ChoosePasswordForm } from "#features/login/choose-password-form.tsx";
import { LoginFrame } from "#features/login/login-frame.tsx";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { usePageTitle } from "#ui/use-page-title.ts";

/** /choose_password: by a link from an admin, whose secret is the fragment of the address. */
export function ChoosePasswordPage() {
  usePageTitle("Choose a Password");
  const [token] = useState(() => window.location.hash.slice(1));
  const load = useCallback(
    (signal: AbortSignal) => call("readPasswordLink", { body: { token }, signal }),
    [token],
  );
  const { value: owner, failure, reload } = useQuery(load);
  return (
    <LoginFrame>
      <Stack gap="sm">
        <Title order={1}>Choose a Password</Title>
        {owner === null && failure === null && <LoadingLines rows={3} height={36} />}
        {failure?.status === 404 && <Text role="alert">{MESSAGES.passwordLinkInvalid}</Text>}
        {failure !== null && failure.status !== 404 && (
          <ErrorBanner message={MESSAGES.sorry} onRetry={reload} />
        )}
        {owner !== null && <ChoosePasswordForm token={token} owner={owner} />}
      </Stack>
    </LoginFrame>
  );
}
