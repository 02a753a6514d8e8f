import { Button, Table, Text } from "@mantine/core";
import type { DataOptions } from "@understudy/shared/api/job-config.ts";
import type { Note } from "@understudy/shared/csv/problems.ts";
import { DATA_OPTION_LABELS } from "@understudy/shared/texts/data-option-texts.ts";
import { ProblemList } from "#ui/problem-list.tsx";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import classes from "./file-preview.module.css";
import type { CsvPreview, FilePreview } from "./preview-csv.ts";
import { columnsText, rowsText } from "./preview-text.ts";

const MAX_COLUMNS = 8;
const MAX_PROBLEMS = 4;
const MAX_NOTES = 8;

/** The choices about how files are read; without `onChange` they are fixed. */
export type OptionChoice = {
  readonly options: DataOptions;
  readonly onChange?: ((options: DataOptions) => void) | undefined;
};

type Props = { label: string; preview: FilePreview; choice: OptionChoice };

/** A preview of a chosen file, before a job is created from it. */
export function FilePreviewBox({ label, preview, choice }: Props) {
  if ("notCsv" in preview) return null;
  const { problems } = preview;
  const shown = problems.slice(0, MAX_PROBLEMS);
  const more = problems.length - shown.length;
  return (
    <section aria-label={`Preview of the ${label}`}>
      <Text size="xs" c="dimmed" mt={6} data-numeric>
        {columnsText(preview)}, {rowsText(preview)}
      </Text>
      <FirstRows preview={preview} label={label} />
      <ProblemList problems={more > 0 ? [...shown, `and ${more} more`] : shown} />
      <ReadingNotes notes={preview.notes} choice={choice} />
      {preview.hints.map((hint) => (
        <Text key={hint} size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      ))}
    </section>
  );
}

const countChoices = (notes: readonly Note[]): number => notes.filter(({ option }) => option !== null).length;

/** Lists how the file is read, each sentence with the choices that change it. */
function ReadingNotes({ notes, choice }: { notes: readonly Note[]; choice: OptionChoice }) {
  const { options, onChange } = choice;
  const sentences = [...Map.groupBy(notes, ({ text }) => text)];
  // Those that offer a choice come first, so that none of them is cut.
  const sorted = sentences.toSorted(([, left], [, right]) => countChoices(right) - countChoices(left));
  const shown = sorted.slice(0, MAX_NOTES);
  const more = sorted.length - shown.length;
  return (
    <ul className={classes.notes} aria-label="How the file is read">
      {shown.map(([text, alike]) => (
        <li key={text}>
          {text}
          {onChange !== undefined &&
            alike.flatMap(({ option }) =>
              option === null ? (
                []
              ) : (
                <Button
                  key={option}
                  size="compact-xs"
                  variant="default"
                  onClick={() => onChange({ ...options, [option]: !options[option] })}
                >
                  {options[option] ? `Undo: ${DATA_OPTION_LABELS[option]}` : DATA_OPTION_LABELS[option]}
                </Button>
              ),
            )}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}

function FirstRows({ preview, label }: { preview: CsvPreview; label: string }) {
  const names = preview.names.slice(0, MAX_COLUMNS);
  const more = preview.names.length - names.length;
  return (
    <ScrollFrame label={`First rows of the ${label}`} className={classes.scroll}>
      <Table withTableBorder className={classes.table} verticalSpacing={2} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            {names.map((name) => (
              <Table.Th key={name} title={name}>
                {name}
              </Table.Th>
            ))}
            {more > 0 && <Table.Th c="dimmed">and {more} more</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {preview.cells.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file are known by their place
            <Table.Tr key={row}>
              {names.map((name, column) => (
                <Table.Td key={name}>{cells[column]}</Table.Td>
              ))}
              {more > 0 && <Table.Td c="dimmed">…</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollFrame>
  );
}
