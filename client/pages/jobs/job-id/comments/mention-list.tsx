import { Paper } from "@mantine/core";
import type { CommentPerson } from "@understudy/shared/api/comment.ts";
import classes from "./comments.module.css";
import { Face } from "./face.tsx";

type Props = {
  people: readonly CommentPerson[];
  active: number;
  listId: string;
  onPick: (person: CommentPerson) => void;
};

/** The people who can be mentioned, under the text. */
export function MentionList({ people, active, listId, onPick }: Props) {
  if (people.length === 0) return null;
  return (
    <Paper withBorder shadow="md" role="listbox" id={listId} aria-label="People" className={classes.people}>
      {people.map((person, at) => (
        // biome-ignore lint/a11y/useFocusableInteractive: the text box keeps the focus, and names the active option
        <div
          key={person.id}
          role="option"
          id={`${listId}-${at}`}
          aria-selected={at === active}
          className={classes.person}
          // Before the text box loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onPick(person);
          }}
        >
          <Face person={person} />
          {person.name}
        </div>
      ))}
    </Paper>
  );
}
