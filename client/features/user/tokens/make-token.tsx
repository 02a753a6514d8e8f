import { Button, NativeSelect, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { apiTokenRoutes } from "@understudy/shared/api/api-token.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { call } from "#api/call.ts";
import { formErrors } from "#ui/field-errors.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./tokens.module.css";
import type { MadeToken } from "./use-tokens.ts";

const NEVER_EXPIRES = "never";
const EXPIRY_OPTIONS = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: NEVER_EXPIRES, label: "Never" },
];

const named = apiTokenRoutes.createApiToken.body.pick({ name: true });

type Props = { onMade: (made: MadeToken) => void };

/** The form that creates an API token. */
export function MakeToken({ onMade }: Props) {
  const form = useForm({
    initialValues: { name: "", expiry: "90" },
    validate: schemaResolver(named, { sync: true }),
    clearInputErrorOnChange: false,
  });
  const { run, busy } = useAction("creating the token", {
    message: ({ fields }) => (fields.name === undefined ? MESSAGES.action("creating the token") : null),
    onFailure: ({ fields }) => form.setErrors(formErrors(fields)),
  });
  const make = form.onSubmit(({ name, expiry }) =>
    run(async () => {
      const expires_in_days = expiry === NEVER_EXPIRES ? null : Number(expiry);
      onMade(await call("createApiToken", { body: { name, expires_in_days } }));
      form.setFieldValue("name", "");
    }),
  );
  return (
    <form onSubmit={make} noValidate className={classes.form}>
      <TextInput
        label="Name"
        placeholder="What it is for"
        maxLength={100}
        {...form.getInputProps("name")}
        className={classes.name}
      />
      <NativeSelect
        label="Expires after"
        data={EXPIRY_OPTIONS}
        {...form.getInputProps("expiry")}
        className={classes.expiry}
      />
      <Button type="submit" loading={busy} className={classes.make}>
        Create Token
      </Button>
    </form>
  );
}
