import { formatMoment } from "#ui/format.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./edit-mark.module.css";

type Props = { edit: { readonly by: { readonly id: number; readonly name: string }; readonly time: string } };

/** The initials of the person who has changed a field, in the person's colour, at the corner of the field. */
export function EditMark({ edit: { by, time } }: Props) {
  const text = `Changed by ${by.name}, ${formatMoment(time)}`;
  return (
    <span
      role="img"
      aria-label={text}
      title={text}
      className={classes.mark}
      style={{ "--person": personColor(by.id) }}
    >
      {getInitials(by.name)}
    </span>
  );
}
