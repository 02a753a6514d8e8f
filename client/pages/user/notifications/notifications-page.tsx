import { Stack, Text } from "@mantine/core";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { liveNotifications, useNotificationSettings } from "#data/notifications.ts";
import { ErrorBanner } from "#ui/error-banner.tsx";
import { LoadingLines } from "#ui/loading.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { BrowserNotifications } from "./browser-notifications.tsx";
import { Choices } from "./choices.tsx";
import { WebhookSection } from "./webhook-section.tsx";

/** /user/notifications: what the user is notified of, and where. */
export function NotificationsPage() {
  const { failure, reload } = liveNotifications.useLive("settings");
  const settings = useNotificationSettings();
  return (
    <>
      <PageHeader title="Notifications" />
      <Stack gap="xl">
        <Text c="dimmed" maw={720}>
          Understudy can notify you when something happens to a job that you created. See{" "}
          <TextLink to="/guides/notifications">Notifications in the guide</TextLink>.
        </Text>
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
      </Stack>
    </>
  );
}
