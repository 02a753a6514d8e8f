import { Anchor } from "@mantine/core";
import { IconArrowLeft, IconArrowRight } from "@tabler/icons-react";
import type { GuideEntry } from "@understudy/shared/api/guide.ts";
import { Link } from "react-router-dom";
import { findNeighbours } from "./entries.ts";
import classes from "./guide.module.css";

/** Links to the pages before and after this one. */
export function Neighbours({ entries, slug }: { entries: readonly GuideEntry[]; slug: string }) {
  const { previous, next } = findNeighbours(entries, slug);
  if (previous === null && next === null) return null;
  return (
    <nav aria-label="Previous and next page" className={classes.neighbours}>
      {previous !== null && (
        <Anchor component={Link} to={`/guides/${previous.slug}`} aria-label={`Previous: ${previous.title}`}>
          <IconArrowLeft size={16} aria-hidden /> {previous.title}
        </Anchor>
      )}
      {next !== null && (
        <Anchor
          component={Link}
          to={`/guides/${next.slug}`}
          aria-label={`Next: ${next.title}`}
          className={classes.next}
        >
          {next.title} <IconArrowRight size={16} aria-hidden />
        </Anchor>
      )}
    </nav>
  );
}
