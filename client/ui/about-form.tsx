import { Button, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { MAX_DESCRIPTION_LENGTH, MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FormEvent, useEffect, useRef, useState } from "react";

export type About = { readonly name: string; readonly description: string };

type Props = About & {
  isDescriptionRequired?: boolean;
  /** The consequence of saving. */
  note?: string;
  busy: boolean;
  onSave: (about: About) => void;
  onClose: () => void;
};

/** A name and a description, edited in their place. Escape leaves them as they were. */
export function AboutForm({ isDescriptionRequired = false, note, busy, onSave, onClose, ...stored }: Props) {
  const [name, setName] = useState(stored.name);
  const [description, setDescription] = useState(stored.description);
  const nameBox = useRef<HTMLInputElement>(null);
  useEffect(() => nameBox.current?.focus(), []);
  const isNameless = name.trim() === "";
  const isUndescribed = isDescriptionRequired && description.trim() === "";

  const save = (event: FormEvent): void => {
    event.preventDefault();
    if (!isNameless && !isUndescribed) onSave({ name, description });
  };

  return (
    <form noValidate onSubmit={save} onKeyDown={(event) => event.key === "Escape" && onClose()}>
      <Stack gap="xs" maw={720} mb="xs">
        <TextInput
          aria-label="Name"
          ref={nameBox}
          maxLength={MAX_NAME_LENGTH}
          value={name}
          error={isNameless ? MESSAGES.nameRequired : null}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          aria-label="Description"
          placeholder="Description"
          autosize
          minRows={2}
          maxRows={8}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={description}
          error={isUndescribed ? MESSAGES.descriptionRequired : null}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="xs" loading={busy}>
            Save
          </Button>
          <Button size="xs" variant="default" onClick={onClose}>
            Cancel
          </Button>
          {note !== undefined && (
            <Text size="xs" c="dimmed">
              {note}
            </Text>
          )}
        </Group>
      </Stack>
    </form>
  );
}
