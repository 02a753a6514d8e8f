import { Alert, Button, Divider } from "@mantine/core";
import { IconAlertCircle, IconLogin2 } from "@tabler/icons-react";
import { SSO_PATHS, ssoFailure } from "@understudy/shared/api/sso.ts";
import { SSO_FAILURE_TEXTS } from "@understudy/shared/messages/sso.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";

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
