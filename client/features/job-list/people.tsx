import type { SharedPage } from "@understudy/shared/live/presence.ts";
import { useListedPresence } from "#data/presence.ts";
import { getInitials, personColor } from "#ui/person.ts";
import classes from "./columns.module.css";

/** The faces of the people who have a page open now. @param place names the page for a screen reader: `On its page` */
export function People({ page, place }: { page: SharedPage; place: string }) {
  const present = useListedPresence(page);
  if (present === null) return null;
  const { viewers, count } = present;
  const hidden = count - viewers.length;
  const names = viewers.map(({ name }) => name).join(", ");
  const text = `${place} now: ${hidden > 0 ? `${names}, and ${hidden} more` : names}`;
  return (
    <span role="img" aria-label={text} title={text} className={classes.people}>
      {viewers.map(({ user_id, name }) => (
        <span key={user_id} className={classes.person} style={{ "--person": personColor(user_id) }}>
          {getInitials(name)}
        </span>
      ))}
      {hidden > 0 && <span className={classes.more}>+{hidden}</span>}
    </span>
  );
}
