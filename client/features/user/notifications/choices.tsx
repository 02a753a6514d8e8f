import { Button, Checkbox, Stack, Table, Text, Title } from "@mantine/core";
import {
  type Channel,
  NOTIFICATION_CHANNELS,
  NOTIFICATION_KINDS,
  type NotificationChoices,
  type NotificationKind,
  type NotificationSettings,
} from "@understudy/shared/api/notification.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { setNotificationSettings } from "#data/notifications.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./notifications.module.css";

const KIND_LABELS: Readonly<Record<NotificationKind, string>> = {
  complete: "A job is complete",
  failed: "A job has failed",
  needs_configuration: "A job needs configuration",
  servers_lost: "A job waits for its servers",
  mentioned: "A comment mentions me",
};
const CHANNEL_LABELS: Readonly<Record<Channel, string>> = {
  bell: "Bell",
  browser: "Browser",
  email: "E-mail",
  webhook: "Webhook",
};

/** A checkbox for each kind of notification and each place where it can appear. */
export function Choices({ settings: { choices, email } }: { settings: NotificationSettings }) {
  const [chosen, setChosen] = useState<NotificationChoices>(choices);
  const { run, busy } = useAction("saving your notifications");
  const isChanged = JSON.stringify(chosen) !== JSON.stringify(choices);
  const choose = (kind: NotificationKind, channel: Channel, checked: boolean) =>
    setChosen({ ...chosen, [kind]: { ...chosen[kind], [channel]: checked } });
  const save = () =>
    run(async () => {
      setNotificationSettings(await call("updateNotificationSettings", { body: { choices: chosen } }));
      notifySuccess(MESSAGES.choicesSaved);
    });
  return (
    <Stack gap="sm" component="section" aria-labelledby="choices">
      <Title order={2} id="choices">
        Notify me when
      </Title>
      <Table className={classes.choices} withTableBorder>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <span className={classes.hidden}>Event</span>
            </Table.Th>
            {NOTIFICATION_CHANNELS.map((channel) => (
              <Table.Th key={channel} ta="center">
                {CHANNEL_LABELS[channel]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {NOTIFICATION_KINDS.map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={500}>
                {KIND_LABELS[kind]}
              </Table.Th>
              {NOTIFICATION_CHANNELS.map((channel) => (
                <Table.Td key={channel}>
                  <Checkbox
                    aria-label={`${KIND_LABELS[kind]}: ${CHANNEL_LABELS[channel]}`}
                    checked={chosen[kind][channel]}
                    disabled={channel === "email" && !email.available}
                    onChange={({ currentTarget }) => choose(kind, channel, currentTarget.checked)}
                    className={classes.box}
                  />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Text c="dimmed" size="sm" maw={720}>
        {email.available
          ? `E-mail is sent to ${email.address}.`
          : "E-mail is not available: no mail server is configured on this platform."}{" "}
        <em>Browser</em> and <em>Webhook</em> have an effect once they are set up below.
      </Text>
      <div>
        <Button onClick={() => void save()} loading={busy} disabled={!isChanged}>
          Save
        </Button>
      </div>
    </Stack>
  );
}
