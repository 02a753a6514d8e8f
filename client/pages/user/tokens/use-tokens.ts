import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { call } from "../../../api/call.ts";
import { notifySuccess } from "../../../components/notify.ts";
import { useAction } from "../../../hooks/use-action.ts";
import { useLoaded } from "../../../hooks/use-loaded.ts";

const load = (signal: AbortSignal) => call("listApiTokens", { signal });

/** The user's API tokens. `made`: the one created last, with the token itself, which cannot be shown again. */
export function useTokens() {
  const { value, failure, reload } = useLoaded(load);
  const [made, setMade] = useState<{ name: string; token: string } | null>(null);
  const making = useAction("creating the token", {
    message: ({ fields }) => (fields.name === undefined ? MESSAGES.action("creating the token") : null),
  });
  const revoking = useAction("revoking the token");

  const make = (name: string, expires_in_days: number | null) =>
    making.run(async () => {
      setMade(await call("createApiToken", { body: { name, expires_in_days } }));
      reload();
    });
  const revoke = (id: number, name: string) =>
    revoking.run(async () => {
      await call("revokeApiToken", { params: { token_id: id } });
      notifySuccess(MESSAGES.tokenRevoked(name));
      setMade(null);
      reload();
    });
  return {
    tokens: value?.items ?? null,
    failure,
    reload,
    made,
    forget: () => setMade(null),
    make,
    isMaking: making.busy,
    errors: making.failure?.fields,
    revoke,
    isRevoking: revoking.busy,
  };
}
