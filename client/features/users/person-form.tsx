import { Button, Group, Radio, Stack, Switch, TextInput } from "@mantine/core";
import { QUEUE_WEIGHTS } from "@understudy/shared/limits.ts";
import type { FormEventHandler } from "react";
import { NumberField } from "#ui/number-field.tsx";
import { AccessibleJobsField } from "./accessible-jobs-field.tsx";
import { CredentialChoice } from "./credential-choice.tsx";
import { KIND_LABELS, KIND_TEXTS, PERSON_KINDS } from "./kinds.ts";
import type { usePersonForm } from "./use-person-form.ts";
import classes from "./users.module.css";

type Props = {
  form: ReturnType<typeof usePersonForm>["form"];
  isNew: boolean;
  busy: boolean;
  onSubmit: FormEventHandler<HTMLFormElement>;
  onClose: () => void;
};

/** The fields of a person. */
export function PersonForm({ form, isNew, busy, onSubmit, onClose }: Props) {
  const { kind, accessible_jobs, credential } = form.values;
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="md">
        <TextInput label="Name" maxLength={100} data-autofocus {...form.getInputProps("name")} />
        <TextInput
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={200}
          {...form.getInputProps("email")}
        />
        <Radio.Group label="Role" {...form.getInputProps("kind")}>
          <div className={classes.choices}>
            {PERSON_KINDS.map((option) => (
              <Radio
                key={option}
                value={option}
                label={KIND_LABELS[option]}
                description={KIND_TEXTS[option]}
              />
            ))}
          </div>
        </Radio.Group>
        {kind === "restricted" ? (
          <>
            <AccessibleJobsField
              value={accessible_jobs}
              onChange={(jobs) => form.setFieldValue("accessible_jobs", jobs)}
              error={asText(form.errors.accessible_jobs)}
            />
            <Switch
              label="May download models"
              description="The emulators of these jobs as files for other programs, such as Verilog-A or C"
              {...form.getInputProps("may_download_models", { type: "checkbox" })}
            />
            <Switch
              label="May comment"
              description="On the emulators of these jobs, and read the comments there that are shown to restricted users"
              {...form.getInputProps("may_comment", { type: "checkbox" })}
            />
          </>
        ) : (
          <Switch
            label="Hide specs"
            description="The pages of specs are not linked, and lists show no Spec ID"
            {...form.getInputProps("hide_specs", { type: "checkbox" })}
          />
        )}
        <NumberField
          label="Weight in the queues"
          description="With a weight of 2, jobs of this person get twice the time of another person's while both wait"
          value={form.values.queue_weight}
          min={QUEUE_WEIGHTS.least}
          max={QUEUE_WEIGHTS.most}
          error={asText(form.errors.queue_weight)}
          onNumber={(weight) => form.setFieldValue("queue_weight", weight)}
        />
        {isNew && (
          <CredentialChoice
            value={credential}
            onChange={(chosen) => form.setFieldValue("credential", chosen)}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            {isNew ? "Create User" : "Save"}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const asText = (error: unknown): string | null => (typeof error === "string" ? error : null);
