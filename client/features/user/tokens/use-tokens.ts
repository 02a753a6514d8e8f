import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { useAction } from "#ui/use-action.ts";

const load = (signal: AbortSignal) => call("listApiTokens", { signal });

/** A token just created, with the token itself. */
export type MadeToken = { name: string; token: string };

/** The user's API tokens. `made`: the one created last, which cannot be shown again. `show` shows one just created. */
export function useTokens() {
  const { value, failure, reload } = useQuery(load);
  const [made, setMade] = useState<MadeToken | null>(null);
  const revoking = useAction("revoking the token");

  const show = (token: MadeToken) => {
    setMade(token);
    reload();
  };
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
    show,
    revoke,
    isRevoking: revoking.busy,
  };
}
