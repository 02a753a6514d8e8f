import { IconHelpCircle } from "@tabler/icons-react";
import { Link } from "react-router-dom";
import { useCurrentUser } from "../data/current-user.ts";
import classes from "./guide-link.module.css";
import { GUIDE_TOPICS, type GuideTopic } from "./guide-topics.ts";

/** Links a page to its page of the guide. Restricted users have no guide. */
export function GuideLink({ topic }: { topic: GuideTopic }) {
  const { restricted } = useCurrentUser();
  if (restricted) return null;
  return (
    <Link to={`/guides/${topic}`} aria-label={`Guide: ${GUIDE_TOPICS[topic]}`} className={classes.guide}>
      <IconHelpCircle size={16} stroke={1.7} aria-hidden />
      <span>Guide</span>
    </Link>
  );
}
