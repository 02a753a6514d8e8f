import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { notificationRoutes } from "@understudy/shared/api/notification.ts";
import { MAX_WEBHOOK_URL_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "#api/call.ts";
import { setNotificationSettings } from "#data/notifications.ts";
import { formErrors } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./notifications.module.css";

type Props = {
  /** The address of the present webhook; "": none. */
  url: string;
  onSecret: (secret: string) => void;
};

/** Sets the address of the webhook, which then has a new secret. */
export function WebhookForm({ url, onSecret }: Props) {
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
