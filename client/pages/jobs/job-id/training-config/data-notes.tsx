import { Alert, List } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { inputLook } from "../optimization/quantities.ts";

/** Lists what was noticed in the inputs, for whoever configures the training; nothing where nothing was. */
export function DataNotes({ config }: { config: Pick<JobConfig, "data_notes" | "inputs"> }) {
  if (config.data_notes.length === 0) return null;
  const texts = config.data_notes.map((note) =>
    dataNoteText(note, (name) => inputLook(config, name).display),
  );
  return (
    <Alert color="blue" variant="light" title="Noticed in the data">
      <List size="sm" spacing={4}>
        {texts.map((text) => (
          <List.Item key={text}>{text}</List.Item>
        ))}
      </List>
    </Alert>
  );
}
