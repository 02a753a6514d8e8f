import type { CommentPerson } from "@understudy/shared/api/comment.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./comments.module.css";

/** A small face in its person's colour. The name stands beside it. */
export function Face({ person: { id, name } }: { person: CommentPerson }) {
  return (
    <span className={classes.face} style={{ "--person": personColor(id) }} aria-hidden>
      {getInitials(name)}
    </span>
  );
}
