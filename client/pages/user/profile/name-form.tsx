import { Button, TextInput } from "@mantine/core";
import { schemaResolver, useForm } from "@mantine/form";
import { profileRoutes } from "@understudy/shared/api/profile.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { call } from "#api/call.ts";
import { setCurrentUser, useCurrentUser } from "#data/current-user.ts";
import { formErrors } from "#ui/field-errors.ts";
import { notifySuccess } from "#ui/notify.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./profile.module.css";

/** Changes the user's own name. The e-mail address is for an admin to change. */
export function NameForm() {
  const { name, email } = useCurrentUser();
  const form = useForm({
    initialValues: { name },
    validate: schemaResolver(profileRoutes.updateProfile.body, { sync: true }),
    clearInputErrorOnChange: false,
  });
  const { run, busy } = useAction("saving your name", {
    message: ({ fields }) => (fields.name === undefined ? MESSAGES.action("saving your name") : null),
    onFailure: ({ fields }) => form.setErrors(formErrors(fields)),
  });
  const save = form.onSubmit((body) =>
    run(async () => {
      setCurrentUser(await call("updateProfile", { body }));
      notifySuccess(MESSAGES.nameSaved);
    }),
  );
  return (
    <form onSubmit={save} noValidate className={classes.form}>
      <TextInput
        label="Name"
        autoComplete="name"
        maxLength={100}
        className={classes.name}
        description={`You log in as ${email}; an admin can change this.`}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...form.getInputProps("name")}
      />
      <Button
        type="submit"
        loading={busy}
        disabled={form.values.name.trim() === name}
        className={classes.save}
      >
        Save
      </Button>
    </form>
  );
}
