import { Button, Group, Modal, TextInput } from "@mantine/core";
import { MAX_POINT_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { type FormEvent, useState } from "react";
import { useAction } from "../../../../../hooks/use-action.ts";

type Props = {
  title: string;
  /** The name so far. */
  name: string;
  /** @throws what the server answers */
  save: (name: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the name of a point. */
export function NameDialog({ title, name, save, onClose }: Props) {
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useAction("saving the point", {
    message: (failure) => (failure.fields.name === undefined ? failure.message : null),
    onFailure: (failure) => setProblem(failure.fields.name?.join(" ") ?? null),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (text.trim() === "") return setProblem(MESSAGES.nameRequired);
    if (await run(() => save(text.trim()))) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label="Name"
          placeholder="nominal, worst case"
          data-autofocus
          maxLength={MAX_POINT_NAME_LENGTH}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
