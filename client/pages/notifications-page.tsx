import { Stack, Text } from "@mantine/core";
import { NotificationSettings } from "#features/user/notifications/notification-settings.tsx";
import { PageHeader } from "#ui/page-header.tsx";
import { TextLink } from "#ui/text-link.tsx";

/** /user/notifications: what the user is notified of, and where. */
export function NotificationsPage() {
  return (
    <>
      <PageHeader title="Notifications" />
      <Stack gap="xl">
        <Text c="dimmed" maw={720}>
          Understudy can notify you when something happens to a job that you created. See{" "}
          <TextLink to="/guides/notifications">Notifications in the guide</TextLink>.
        </Text>
        <NotificationSettings />
      </Stack>
    </>
  );
}
