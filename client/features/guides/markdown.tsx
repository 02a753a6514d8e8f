import { Typography, useComputedColorScheme } from "@mantine/core";
import { type MouseEvent, useEffect, useMemo } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import classes from "./guide.module.css";
import { guideHtml } from "./guide-html.ts";

/** A page that ships with the product: users cannot write one. */
export function Markdown({ text }: { text: string }) {
  const navigate = useNavigate();
  const scheme = useComputedColorScheme("light");
  const html = useMemo(() => ({ __html: guideHtml(text, scheme) }), [text, scheme]);
  useScrollToAnchor();
  /** Links to other pages of the product do not reload it. */
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (link === null || !isPlain || link.target !== "" || link.origin !== window.location.origin) return;
    event.preventDefault();
    navigate(`${link.pathname}${link.search}${link.hash}`);
  };
  return (
    <Typography className={classes.text}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the links in it are what is pressed */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the Enter key presses a link too */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the text is our own */}
      <div onClick={follow} dangerouslySetInnerHTML={html} />
    </Typography>
  );
}

/** The router scrolls to an anchor when the address changes: the page's text comes only after that. */
function useScrollToAnchor(): void {
  const { hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: following the same link again scrolls there again
  useEffect(() => {
    if (hash !== "") document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView();
  }, [hash, key]);
}
