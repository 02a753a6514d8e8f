import { MESSAGES } from "@understudy/shared/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { setNotificationSettings } from "#data/notifications.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";

/** Removes and tests the user's webhook; `secret` is that of the webhook that was just set, until it is forgotten. */
export function useWebhook() {
  const [secret, setSecret] = useState<string | null>(null);
  const testing = useAction("testing the webhook", {
    message: ({ status, message }) => (status === 429 ? message : MESSAGES.action("testing the webhook")),
  });
  const removing = useAction("removing the webhook");
  const test = () =>
    testing.run(async () => {
      await call("testWebhook");
      notifySuccess(MESSAGES.webhookTestSent);
    });
  const remove = () =>
    removing.run(async () => {
      setNotificationSettings(await call("deleteWebhook"));
      setSecret(null);
      notifySuccess(MESSAGES.webhookRemoved);
    });
  return { secret, setSecret, test, isTesting: testing.busy, remove, isRemoving: removing.busy };
}
