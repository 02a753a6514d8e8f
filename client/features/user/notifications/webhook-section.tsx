import { Alert, Button, Group, Stack, Text, TextInput, Title } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { IconCircleCheck, IconCircleX, IconKey } from "@tabler/icons-react";
import {
  type NotificationSettings,
  notificationRoutes,
  type WebhookResult as Result,
} from "@understudy/shared/api/notification.ts";
import { DELIVERY_ATTEMPTS, MAX_WEBHOOK_URL_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useState } from "react";
import { call } from "#api/call.ts";
import { setNotificationSettings } from "#data/notifications.ts";
import { notifySuccess } from "#ui/banner-messages.ts";
import { ConfirmDialog } from "#ui/confirm-dialog.tsx";
import { Copyable } from "#ui/copyable.tsx";
import { formErrors } from "#ui/field-errors.ts";
import { Moment } from "#ui/moment.tsx";
import { useAction } from "#ui/use-action.ts";
import classes from "./notifications.module.css";

/** The user's webhook: its address, its secret once, and what became of the last request. */
export function WebhookSection({ webhook }: { webhook: NotificationSettings["webhook"] }) {
  const { secret, setSecret, test, isTesting, remove, isRemoving } = useWebhook();
  const [asking, setAsking] = useState(false);
  const confirmRemoval = async () => {
    if (await remove()) setAsking(false);
  };
  const url = webhook?.url ?? "";
  return (
    <Stack gap="sm" component="section" aria-labelledby="webhook" maw={720}>
      <Title order={2} id="webhook">
        Webhook
      </Title>
      <Text c="dimmed">
        Notifications are posted to this address as signed JSON, for example to a chat or a script of yours.
      </Text>
      <WebhookForm key={url} url={url} onSecret={setSecret} />
      {webhook !== null && secret !== null && (
        <Alert variant="light" icon={<IconKey size={18} />}>
          <Stack gap="sm">
            <Text>Requests are signed with this secret. Copy it now; it will not be shown again.</Text>
            <Copyable label="secret" text={secret} />
            <div>
              <Button size="compact-sm" variant="default" onClick={() => setSecret(null)}>
                Done
              </Button>
            </div>
          </Stack>
        </Alert>
      )}
      {webhook !== null && (
        <>
          <WebhookResult result={webhook.last_result} />
          <Group gap="xs">
            <Button variant="default" loading={isTesting} onClick={() => void test()}>
              Send a Test
            </Button>
            <Button variant="default" onClick={() => setAsking(true)}>
              Remove
            </Button>
          </Group>
        </>
      )}
      <ConfirmDialog
        opened={asking}
        title="Remove the webhook?"
        text="Notifications are no longer posted to this address. If you add it again, it will have another secret."
        confirmLabel="Remove"
        busy={isRemoving}
        onConfirm={() => void confirmRemoval()}
        onClose={() => setAsking(false)}
      />
    </Stack>
  );
}

/** Removes and tests the user's webhook; `secret` is that of the webhook that was just set, until it is forgotten. */
function useWebhook() {
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

type WebhookFormProps = {
  /** The address of the present webhook; "": none. */
  url: string;
  onSecret: (secret: string) => void;
};

/** Sets the address of the webhook, which then has a new secret. */
function WebhookForm({ url, onSecret }: WebhookFormProps) {
  const form = useForm({
    initialValues: { url },
    validate: schemaResolver(notificationRoutes.setWebhook.body, { sync: true }),
    clearInputErrorOnChange: false,
  });
  const { run, busy } = useAction("saving the webhook", {
    message: ({ fields }) => (fields.url === undefined ? MESSAGES.action("saving the webhook") : null),
    onFailure: ({ fields }) => form.setErrors(formErrors(fields)),
  });
  const save = form.onSubmit((body) =>
    run(async () => {
      const { settings, secret } = await call("setWebhook", { body });
      setNotificationSettings(settings);
      onSecret(secret);
    }),
  );
  return (
    <form onSubmit={save} noValidate className={classes.form}>
      <TextInput
        label="Address"
        type="url"
        placeholder="https://example.org/hooks/understudy"
        maxLength={MAX_WEBHOOK_URL_LENGTH}
        className={classes.url}
        {...form.getInputProps("url")}
      />
      <Button type="submit" loading={busy} className={classes.save}>
        {url === "" ? "Add Webhook" : "Save with New Secret"}
      </Button>
    </form>
  );
}

/** The result of the last request to the webhook. */
function WebhookResult({ result }: { result: Result | null }) {
  return (
    <div className={classes.result} aria-live="polite" data-ok={result?.ok}>
      {result === null ? (
        <Text c="dimmed">Nothing has been sent to this address yet.</Text>
      ) : (
        <>
          {result.ok ? <IconCircleCheck size={18} aria-hidden /> : <IconCircleX size={18} aria-hidden />}
          <Text>
            <strong>{headline(result)}</strong>{" "}
            {result.reason ?? `The response had the status ${result.status_code}.`}{" "}
            {result.will_retry &&
              `Attempt ${result.attempt} of ${DELIVERY_ATTEMPTS}; there will be another. `}
            <Text span c="dimmed">
              <Moment time={result.time} none="" />
            </Text>
          </Text>
        </>
      )}
    </div>
  );
}

const headline = ({ ok, is_test }: Result): string =>
  `${is_test ? "The test" : "The last notification"} was ${ok ? "" : "not "}delivered.`;
