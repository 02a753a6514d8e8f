import { NavLink } from "@mantine/core";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";
import { Link } from "react-router-dom";
import classes from "./guide.module.css";

/** The table of contents; an entry without a page is a heading. */
export function Contents({ entries, current }: { entries: readonly GuideEntry[]; current: string }) {
  return (
    <ul className={classes.entries}>
      {entries.map(({ slug, title, has_page, contents }) => (
        <li key={slug}>
          {has_page ? (
            <NavLink
              component={Link}
              to={`/guides/${slug}`}
              label={title}
              active={slug === current}
              aria-current={slug === current ? "page" : undefined}
              className={classes.entry}
            />
          ) : (
            <span className={classes.group}>{title}</span>
          )}
          {contents.length > 0 && <Contents entries={contents} current={current} />}
        </li>
      ))}
    </ul>
  );
}
