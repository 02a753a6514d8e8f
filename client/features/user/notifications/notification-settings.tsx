import { Button, Stack, Text, Title } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { useCurrentUser } from "#data/current-user.ts";
import { liveNotifications, useNotificationSettings } from "#data/notifications.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import {
  type BrowserState,
  browserState,
  turnOff,
  turnOn,
} from "#ui/notification-bell/browser-notifications.ts";
import { Choices } from "./choices.tsx";
import { WebhookSection } from "./webhook-section.tsx";

/** Chooses what the user is notified of, and where. */
export function NotificationSettings() {
  const { failure, reload } = liveNotifications.useLive("settings");
  const settings = useNotificationSettings();
  return (
    <>
      {settings === null && failure !== null && (
        <ErrorBanner message={MESSAGES.loadingNotificationSettings} onRetry={() => void reload()} />
      )}
      {settings === null && failure === null && <LoadingLines rows={4} height={29} />}
      {settings !== null && (
        <>
          <Choices key={JSON.stringify(settings.choices)} settings={settings} />
          <BrowserNotifications />
          <WebhookSection webhook={settings.webhook} />
        </>
      )}
    </>
  );
}

const STATE_TEXTS: Readonly<Record<BrowserState, string>> = {
  on: "This browser shows notifications while no page of Understudy is in front of you.",
  off: "This browser can show notifications while no page of Understudy is in front of you. A page of Understudy must be open.",
  blocked:
    "Notifications from this site are blocked in this browser. Allow them in the browser's site settings, then reload this page.",
  unsupported: "This browser cannot show notifications, or not at this address: most browsers require https.",
};

/** Turns notifications of this browser on or off; the browser asks for permission only when the user turns them on. */
function BrowserNotifications() {
  const { id } = useCurrentUser();
  const [state, setState] = useState(() => browserState(id));
  return (
    <Stack gap="sm" component="section" aria-labelledby="browser">
      <Title order={2} id="browser">
        This browser
      </Title>
      <Text c="dimmed" maw={720} aria-live="polite">
        {STATE_TEXTS[state]}
      </Text>
      {state === "off" && (
        <div>
          <Button variant="default" onClick={() => void turnOn(id).then(setState)}>
            Turn On in This Browser
          </Button>
        </div>
      )}
      {state === "on" && (
        <div>
          <Button variant="default" onClick={() => setState(turnOff(id))}>
            Turn Off in This Browser
          </Button>
        </div>
      )}
    </Stack>
  );
}
