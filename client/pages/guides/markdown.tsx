import { Typography } from "@mantine/core";
import { Marked } from "marked";
import { type MouseEvent, useMemo } from "react";
import { useNavigate } from "react-router-dom";
import classes from "./guide.module.css";

const marked = new Marked({ gfm: true });

/** A page that ships with the product: users cannot write one. */
export function Markdown({ text }: { text: string }) {
  const navigate = useNavigate();
  const html = useMemo(() => marked.parse(text, { async: false }), [text]);
  /** Links to other pages of the product do not reload it. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link === null || !isPlain || link.origin !== window.location.origin) return;
    event.preventDefault();
    navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return (
    <Typography className={classes.text}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key presses a link too */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own */}
      <div onClick={follow} dangerouslySetInnerHTML={{ __html: html }} />
    </Typography>
  );
}
