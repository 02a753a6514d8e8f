import { Alert, Button, List } from "@mantine/core";
import type { JobConfig } from "@understudy/shared/api/job-config.ts";
import { type DataNote, dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { inputLook } from "../optimization/quantities.ts";
import { getParameterType } from "./parameter-type.ts";
import { useParameterType } from "./use-parameter-type.ts";

type Props = { jobId: number; config: JobConfig; disabled: boolean };

/** Lists what was noticed in the inputs, for whoever configures the training; nothing where nothing was. */
export function DataNotes({ jobId, config, disabled }: Props) {
  const type = useParameterType(jobId);
  const notes = config.data_notes.flatMap((note) => openNote(note, config));
  if (notes.length === 0) return null;
  const items = notes.map((note) => ({
    text: dataNoteText(note, (name) => inputLook(config, name).display),
    fewValued: note.kind === "few values" ? note.inputs : null,
  }));
  return (
    <Alert color="blue" variant="light" title="Noticed in the data">
      <List size="sm" spacing={4}>
        {items.map(({ text, fewValued }) => (
          <List.Item key={text}>
            {text}
            {fewValued !== null && (
              <Button
                size="compact-sm"
                variant="light"
                ml="xs"
                disabled={disabled || type.busy}
                onClick={() => type.choose(fewValued, "Discrete")}
              >
                Make discrete
              </Button>
            )}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}

/** Leaves out of a proposal the inputs that are discrete by now, and a proposal of which none is left. */
function openNote(note: DataNote, { inputs }: Pick<JobConfig, "inputs">): DataNote[] {
  if (note.kind !== "few values") return [note];
  const open = note.inputs.filter((name) => {
    const input = inputs.find((candidate) => candidate.name === name);
    return input !== undefined && !input.fixed && getParameterType(input) === "Continuous";
  });
  return open.length === 0 ? [] : [{ ...note, inputs: open }];
}
